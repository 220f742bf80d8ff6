"""Version 0003: the table that each board belongs to."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """From version 0002 to 0003."""
    op.create_table(
        "home",
        sa.Column("board", sa.Text, primary_key=True),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("since", sa.Text, nullable=False),
    )
