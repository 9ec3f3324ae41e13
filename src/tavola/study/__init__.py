"""Learning from matches: what each decision was worth, and why, in facts that the rules count."""
