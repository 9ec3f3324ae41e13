"""Commands beside play: replay, verify, train."""
