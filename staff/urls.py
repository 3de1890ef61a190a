from django.urls import path

from staff import views

urlpatterns = [
    path("sign-in/", views.sign_in_page, name="sign-in"),
    path("sign-in/tablet/", views.sign_in_tablet, name="sign-in-tablet"),
    path("sign-in/desk/", views.sign_in_desk, name="sign-in-desk"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("enrol/", views.enrol, name="enrol"),
    path("demo/tablets/<int:tablet_id>/", views.demo_tablet, name="demo-tablet"),
    path("me/pin/", views.change_pin, name="change-pin"),
    path("me/password/", views.change_password, name="change-password"),
]
