from django.urls import path

from staff.views import house, houses, passkeys, provider, services, sign_in

PERSON = "staff/<int:person_id>/"

urlpatterns = [
    path("sign-in/", sign_in.sign_in_page, name="sign-in"),
    path("sign-in/tablet/", sign_in.sign_in_tablet, name="sign-in-tablet"),
    path("sign-in/desk/", sign_in.sign_in_desk, name="sign-in-desk"),
    path("sign-out/", sign_in.sign_out_form, name="sign-out"),
    path("enrol/", sign_in.enrol, name="enrol"),
    path("me/", sign_in.me, name="me"),
    path("me/pin/", sign_in.change_pin, name="change-pin"),
    path("me/password/", sign_in.change_password, name="change-password"),
    path("me/recovery-codes/", sign_in.own_recovery_codes, name="recovery-codes"),
    path("me/passkeys/", passkeys.own_passkeys, name="passkeys"),
    path("me/passkeys/options/", passkeys.own_passkey_options, name="passkey-options"),
    path("me/passkeys/add/", passkeys.add_passkey_form, name="passkey-add"),
    path(
        "me/passkeys/<int:passkey_id>/remove/",
        passkeys.remove_passkey_form,
        name="passkey-remove",
    ),
    path("sign-in/provider/", provider.go_to_provider, name="sign-in-provider"),
    path("sign-in/provider/back/", provider.back_from_provider, name="sign-in-provider-back"),
    path(
        "sign-in/provider/sign-out/",
        provider.signed_out_by_provider,
        name="sign-in-provider-sign-out",
    ),
    path("sign-in/passkey/", passkeys.sign_in_options, name="sign-in-passkey"),
    path("staff/", house.staff_list, name="staff"),
    path("staff/new/", house.new_person, name="person-new"),
    path("staff/from-another-house/", houses.from_another_house, name="person-from-elsewhere"),
    path("houses/<int:house_id>/enter/", houses.enter_house, name="enter-house"),
    path(PERSON, house.person_page, name="person"),
    path(f"{PERSON}change/", house.change_person_form, name="person-change"),
    path(f"{PERSON}leave/", house.block_leaver_form, name="person-leave"),
    path(f"{PERSON}readmit/", house.readmit, name="person-readmit"),
    path(f"{PERSON}secrets/", house.reset_secrets_form, name="person-secrets"),
    path(f"{PERSON}confirm/", house.confirm_person_form, name="person-confirm"),
    path(f"{PERSON}pin/", house.reset_pin_form, name="person-pin"),
    path("tablets/", house.tablet_list, name="tablets"),
    path("tablets/new/", house.add_tablet_form, name="tablet-new"),
    path("tablets/<int:tablet_id>/code/", house.tablet_code, name="tablet-code"),
    path("tablets/<int:tablet_id>/revoke/", house.revoke_tablet_form, name="tablet-revoke"),
    path("services/", services.service_list, name="services"),
    path("services/new/", services.add_service_form, name="service-new"),
    path("services/<int:service_id>/token/", services.make_token_form, name="service-token"),
    path("services/<int:service_id>/shut/", services.shut_service_form, name="service-shut"),
    path("tokens/<int:token_id>/revoke/", services.revoke_token_form, name="token-revoke"),
]
