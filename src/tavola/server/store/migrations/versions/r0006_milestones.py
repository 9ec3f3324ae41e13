"""Milestones of matches, and when somebody or something was first found to be forgotten."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them; matches of before get milestones when they are played on."""
    op.create_table(
        "milestones",
        sa.Column(
            "match", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("state", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    for table in ("people", "matches"):
        fading = sa.Column("fading", sa.BigInteger, nullable=False, server_default="0")
        op.add_column(table, fading)


def downgrade() -> None:
    """Drop them."""
    for table in ("people", "matches"):
        op.drop_column(table, "fading")
    op.drop_table("milestones")
