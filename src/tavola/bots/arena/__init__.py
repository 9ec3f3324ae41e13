"""Games of nets: against themselves, against each other, and on from a position."""
