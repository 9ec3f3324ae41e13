"""Worked examples of every game, by family; the tests execute them.

`base` holds those that several relatives of the base game share.
"""
