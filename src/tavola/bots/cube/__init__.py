"""What chances are worth at a cube and a score, and what to do with the cube."""
