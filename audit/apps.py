from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "audit"

    def ready(self) -> None:
        from audit.context import add
        from audit.record import record_by_code
        from staff.recording import plug_in

        plug_in(record_by_code, add)
