"""The JSON API and the WebSocket: games, tables, exports."""
