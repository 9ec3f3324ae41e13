"""The score of a finished match, for lists."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the score; that of matches that were over before is not known."""
    score = sa.Column("score", sa.Text, nullable=False, server_default="")
    op.add_column("matches", score)


def downgrade() -> None:
    """Drop the score."""
    op.drop_column("matches", "score")
