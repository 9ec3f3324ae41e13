"""The engine protocol: JSON lines for programs in any language."""
