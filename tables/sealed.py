"""What of tables is sealed at rest: the secrets of gateways for notices."""

from foundation.vault import SealedColumn
from tables.gateways import place_of
from tables.models import NoticeGateway

SEALED = [SealedColumn(NoticeGateway, "secret", place_of, place_of)]
