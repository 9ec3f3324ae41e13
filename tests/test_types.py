"""A project that depends on Tavola gets its types; `test_wheel.py` asks the same of a wheel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from typed_project import USER, missing

SOURCE = Path(__file__).parent.parent / "src"


def test_the_package_says_that_it_is_typed() -> None:
    assert (SOURCE / "tavola" / "py.typed").is_file()


def test_a_project_sees_the_types(tmp_path: Path) -> None:
    """As an installed package: mypy looks only for `py.typed` there, and follows nothing else."""
    file = tmp_path / "user.py"
    file.write_text(USER, encoding="utf-8")
    (tmp_path / "mypy.ini").write_text("[mypy]\n", encoding="utf-8")
    place = tmp_path / "site"
    place.mkdir()
    (place / "tavola").symlink_to(SOURCE / "tavola", target_is_directory=True)
    code = (
        "import sys; from mypy import modulefinder, main\n"
        f"modulefinder.get_search_dirs = lambda executable: ([], [{str(place)!r}])\n"
        "main.main(clean_exit=True)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--strict", "--config-file", "mypy.ini", "user.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert missing(done.stdout) == [], done.stdout + done.stderr
    assert "untyped" not in done.stdout
