"""Tavola."""
