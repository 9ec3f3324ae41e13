"""Forms in which others speak with Tavola: protocols for programs, and foreign notations."""
