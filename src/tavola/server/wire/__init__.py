"""What goes to and from a client: messages, views, events, labels."""
