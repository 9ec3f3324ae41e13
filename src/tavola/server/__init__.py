"""The ASGI application: tables, people, store, and the pages that the browser asks for."""
