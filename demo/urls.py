from django.urls import path

from demo import views

urlpatterns = [
    path("demo/tablets/<int:tablet_id>/", views.demo_tablet, name="demo-tablet"),
]
