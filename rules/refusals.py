"""A step that the game forbids now."""


class Refused(Exception):
    """A step refused at the table: what is wrong, what to do, which rule.

    The code is stable and stored; the message is for the person at the table.
    """

    def __init__(self, code: str, message: str, rule: str = "", **detail: object) -> None:
        super().__init__(code, message, rule)
        self.code = code
        self.message = message
        self.rule = rule
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else str(self.message)
