"""Put the request id on every log line."""

import logging


class RequestFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        from foundation.context import current

        record.request_id = current().request_id or "-"
        return True
