"""The teacher: why a play is better than another, in facts that the rules count."""
