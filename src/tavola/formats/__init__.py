"""Matches and positions as other programs write them: in, and out again.

`paper.py` is what a file of another program holds, before the rules have seen it; `mat.py` and
`sgf.py` read and write it, `documents.py` reads what the package gammonview tells of binary files
in `gammonview_process.py`, `transcribe.py` plays it through the rules and makes a record of it,
`tell.py` the way back.  `reading.py` and `writing.py` are the doors.
"""
