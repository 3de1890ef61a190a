from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "audit"

    def ready(self) -> None:
        from django.db.models.signals import post_migrate

        from audit.commands.shape import after_migrations
        from audit.office import House
        from audit.record import record_by_code
        from foundation import commands
        from staff.recording import plug_in_recorder

        plug_in_recorder(record_by_code)
        commands.plug_in(House())
        post_migrate.connect(after_migrations, sender=self)
