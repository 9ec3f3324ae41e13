"""Drills: one small thing that is asked again and again, until the eye knows it."""
