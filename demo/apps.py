from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "demo"

    def ready(self) -> None:
        from demo.people import is_demo_code
        from staff.commands.sign_in import OTHER_CODES

        OTHER_CODES.append(is_demo_code)
