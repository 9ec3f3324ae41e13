"""How the nets learn: self-play, looking ahead, descent; in jobs that any hands can do."""
