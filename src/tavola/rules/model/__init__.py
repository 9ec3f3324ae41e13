"""What a tables game is made of: rules, tracks, positions, and which steps a position allows."""
