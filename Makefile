PY = .venv/bin/python
all:
