"""Live tables: actions and questions in, the computer at its seat, listeners told."""
