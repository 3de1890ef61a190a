"""Service tokens for smart tables and imports."""

from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request


class ServiceTokenAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> None:
        return None
