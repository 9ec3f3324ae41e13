"""Lessons: a few steps that are played instead of read; each a folder of its game's `lessons`."""
