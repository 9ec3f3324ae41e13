"""Games in writing: notation, one-line positions, records, short scripts."""
