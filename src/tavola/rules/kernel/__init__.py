"""The plain subset, over integers: what a number, a throw and a turn can do."""
