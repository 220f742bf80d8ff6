"""Version 0002: the phones that sit at a table, known by their tokens' digests."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """From version 0001 to 0002."""
    op.create_table(
        "phone",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("since", sa.Text, nullable=False),
    )
    op.create_index("phone_table", "phone", ["table", "since"])
