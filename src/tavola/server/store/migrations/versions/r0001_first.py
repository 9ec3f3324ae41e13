"""Everything the first version needs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables."""
    _house_and_people()
    _matches()
    _seats()
    _events()


def downgrade() -> None:
    """Drop all tables."""
    for name in ("events", "seats", "matches", "people", "house"):
        op.drop_table(name)


def _house_and_people() -> None:
    op.create_table(
        "house",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("next", sa.Text, nullable=False),
    )


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column(
            "match", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="SET NULL")),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("level", sa.Text),
        sa.Column("invite", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("seats_person", "seats", ["person"])
    used = sa.text("invite <> ''")
    op.create_index(
        "seats_invite",
        "seats",
        ["invite"],
        unique=True,
        sqlite_where=used,
        postgresql_where=used,
    )


def _events() -> None:
    op.create_table(
        "events",
        sa.Column(
            "match", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
