"""Measures how strong and how fast the computer players are, and writes `docs/figures.md`.

python -m scripts.figures list                 # every row, and what is stored of it
python -m scripts.figures run ROW [ROW ...]    # measure; Ctrl-C keeps what was done
python -m scripts.figures run --missing        # everything that is not up to date
python -m scripts.figures write                # docs/figures.md from the stored results
"""
