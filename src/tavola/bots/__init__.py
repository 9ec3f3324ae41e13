"""Who plays: computer players."""
