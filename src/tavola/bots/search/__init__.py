"""Looking ahead over the throws that may come."""
