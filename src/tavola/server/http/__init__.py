"""What every answer of the server shares: who may come in, guests, errors, addresses, templates."""
