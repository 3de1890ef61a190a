"""What happened on the bonus wagers of a jackpot's tables in a period."""

from datetime import datetime

from django.db import connection

from banking.models import Jackpot
from rules.cards.jackpot import Activity


def activity(jackpot: Jackpot, begins_at: datetime, ends_at: datetime) -> Activity:
    """Bonus wagers and the house's win on them, by the settlement that stands now.

    A jackpot paid out is not the house's loss on the wager.

    Rule: 3CS App. D.
    """
    with connection.cursor() as cursor:
        cursor.execute(BONUS, [jackpot.pk, begins_at, ends_at])
        wagers, win = cursor.fetchone()
    return Activity(days=1, hours=1, wagers=wagers, win_cents=int(win))


BONUS = """
select count(*), coalesce(sum((bonus ->> 'jackpot')::bigint - (bonus ->> 'net')::bigint), 0)
  from rounds_round r
  join rounds_settlement s on s.id = r.settlement_id
  cross join jsonb_array_elements(s.outcome -> 'seats') seat
  cross join lateral (select seat -> 'four_card' as bonus) b
 where r.table_id in (select gamingtable_id from banking_jackpot_tables where jackpot_id = %s)
   and r.ended_at >= %s and r.ended_at < %s
   and bonus is not null
"""
