"""What a tables game is made of, and what may be played.  Pure: no I/O, no clock, no chance."""
