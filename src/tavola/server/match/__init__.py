"""A stored match as it stands: who sits there, how it began, what everybody may do."""
