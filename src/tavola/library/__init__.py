"""What a program works with: a match to play, read and write."""
