"""URLs of accounts: django-allauth's pages under the site's own paths.

`login`, `logout` and `signup` have two names each: ours and the one allauth looks for.
"""

from allauth.account import views as allauth
from django.urls import include, path, re_path

from frontend.views import accounts, guests, people, settings, tokens, vacations

urlpatterns = [
    path("signup/", accounts.SignUp.as_view(), name="signup"),
    path("signup/", accounts.SignUp.as_view(), name="account_signup"),
    path("account/keep/", guests.keep_account, name="keep-account"),
    path("login/", accounts.LogIn.as_view(), name="login"),
    path("login/", accounts.LogIn.as_view(), name="account_login"),
    path("logout/", accounts.LogOut.as_view(), name="logout"),
    path("logout/", accounts.LogOut.as_view(), name="account_logout"),
    path("account/closed/", allauth.account_inactive, name="account_inactive"),
    path("account/confirm/", allauth.reauthenticate, name="account_reauthenticate"),
    path("account/mail/sent/", allauth.email_verification_sent, name="account_email_verification_sent"),
    path("account/mail/confirm/<str:key>/", accounts.ConfirmAddress.as_view(), name="account_confirm_email"),
    path("account/password/reset/", allauth.password_reset, name="account_reset_password"),
    path("account/password/reset/sent/", allauth.password_reset_done, name="account_reset_password_done"),
    path(
        "account/password/reset/done/",
        allauth.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^account/password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        allauth.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("account/second-factor/", include("allauth.mfa.urls")),
    path("settings/", settings.index, name="settings"),
    path("settings/preferences/", settings.preferences, name="preferences"),
    path("settings/mail/", allauth.email, name="account_email"),
    path("settings/password/", allauth.password_change, name="account_change_password"),
    path("settings/password/set/", allauth.password_set, name="account_set_password"),
    path("settings/sessions/", include("allauth.usersessions.urls")),
    path("settings/data/", settings.own_data, name="own-data"),
    path("settings/data/export/", settings.export_data, name="export-data"),
    path("settings/vacations/", vacations.show, name="vacations"),
    path("settings/vacations/<int:number>/end/", vacations.end, name="end-vacation"),
    path("settings/tokens/", tokens.show, name="tokens"),
    path("settings/tokens/<int:number>/revoke/", tokens.revoke, name="revoke-token"),
    path("settings/leave/", settings.leave, name="leave"),
    path("players/<str:name>/", people.profile, name="player"),
    path("players/<str:name>/mute/", people.mute, name="mute-player"),
]
