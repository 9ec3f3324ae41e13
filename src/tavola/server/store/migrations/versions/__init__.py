"""One module a revision, oldest first; a published one is never changed."""
