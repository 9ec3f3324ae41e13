"""Rollouts that check a decision of a review."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add how many trials are wanted; none are yet."""
    trials = sa.Column("trials", sa.Integer, nullable=False, server_default="0")
    op.add_column("reviews", trials)


def downgrade() -> None:
    """Drop them."""
    op.drop_column("reviews", "trials")
