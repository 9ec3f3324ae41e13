"""How the nets learn: self-play, looking ahead, descent; in jobs that any workers can do."""
