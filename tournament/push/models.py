"""How the processes of a site on SQLite tell each other what changed."""

from django.db import models


class PushTopic(models.Model):
    """A topic announced at least once, with the place of its last announcement in their order.

    On PostgreSQL the table stays empty: NOTIFY carries the news.
    """

    name = models.CharField(max_length=200, primary_key=True)
    seq = models.BigIntegerField(db_index=True)

    class Meta:
        db_table = "push_topic"

    def __str__(self) -> str:
        return f"{self.name} {self.seq}"
