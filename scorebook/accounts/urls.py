from django.urls import path

from scorebook.accounts import (
    devices,
    invitations,
    my_data,
    pairing,
    passkeys,
    proof,
    views,
    waiting,
)

urlpatterns = [
    path("setup/<str:token>/", views.setup, name="setup"),
    path("sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("sign-out/", devices.sign_out, name="sign_out"),
    path("session/", views.session, name="session"),
    path("invite/<str:token>/", invitations.invite, name="invite"),
    path("invitations/", invitations.invitations, name="invitations"),
    path("invitations/group/", invitations.invite_group, name="invite_group"),
    path(
        "invitations/<uuid:invitation_id>/revoke/",
        invitations.revoke_invitation,
        name="revoke_invitation",
    ),
    path("people/<uuid:player_id>/invite/", invitations.invite_person, name="invite_person"),
    path("people/<uuid:player_id>/lost-phone/", invitations.lost_phone, name="lost_phone"),
    path("waiting/", waiting.waiting, name="waiting"),
    path("waiting/<int:user_id>/", waiting.approve, name="approve"),
    path("pair/", pairing.pair, name="pair"),
    path("devices/", devices.devices, name="devices"),
    path("devices/code/", pairing.pairing_code, name="pairing_code"),
    path("devices/<int:device_id>/sign-out/", devices.sign_out_device, name="sign_out_device"),
    path("devices/sign-out/", devices.sign_out_everywhere, name="sign_out_everywhere"),
    path("password/", proof.set_password, name="set_password"),
    path("prove/", proof.prove, name="prove"),
    path("passkeys/", passkeys.passkeys, name="passkeys"),
    path("passkeys/options/", passkeys.passkey_options, name="passkey_options"),
    path("passkeys/add/", passkeys.add_passkey, name="add_passkey"),
    path("passkeys/<int:passkey_id>/remove/", passkeys.remove_passkey, name="remove_passkey"),
    path(
        "sign-in/passkey/options/",
        passkeys.passkey_sign_in_options,
        name="passkey_sign_in_options",
    ),
    path("sign-in/passkey/", passkeys.passkey_sign_in, name="passkey_sign_in"),
    path("my-data/", my_data.my_data, name="my_data"),
]
