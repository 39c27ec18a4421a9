"""Addresses of the API, described in `docs/api.md`."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView

from games.api import lobby, presence, talk, views

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("games/", views.Games.as_view(), name="api-games"),
    path("games/<uuid:game_id>/", views.OneGame.as_view(), name="api-game"),
    path("games/<uuid:game_id>/join/", views.Join.as_view(), name="api-join"),
    path("games/<uuid:game_id>/cancel/", views.Cancel.as_view(), name="api-cancel"),
    path("games/<uuid:game_id>/leave/", lobby.Leave.as_view(), name="api-leave"),
    path("games/<uuid:game_id>/start/", lobby.Start.as_view(), name="api-start"),
    path("games/<uuid:game_id>/remove/", lobby.Remove.as_view(), name="api-remove"),
    path("games/<uuid:game_id>/rematch/", lobby.Rematch.as_view(), name="api-rematch"),
    path("games/<uuid:game_id>/invite/", lobby.Invite.as_view(), name="api-invite"),
    path("games/<uuid:game_id>/uninvite/", lobby.Uninvite.as_view(), name="api-uninvite"),
    path("games/<uuid:game_id>/decline/", lobby.Decline.as_view(), name="api-decline"),
    path("games/<uuid:game_id>/whereabouts/", lobby.Whereabouts.as_view(), name="api-whereabouts"),
    path("games/<uuid:game_id>/view/", views.View.as_view(), name="api-view"),
    path("games/<uuid:game_id>/actions/", views.Actions.as_view(), name="api-actions"),
    path("games/<uuid:game_id>/undo/", views.Undo.as_view(), name="api-undo"),
    path("games/<uuid:game_id>/restart-turn/", views.RestartTurn.as_view(), name="api-restart-turn"),
    path("games/<uuid:game_id>/resign/", views.Resign.as_view(), name="api-resign"),
    path("games/<uuid:game_id>/orders/", views.StandingOrders.as_view(), name="api-orders"),
    path("games/<uuid:game_id>/talk/", talk.Talk.as_view(), name="api-talk"),
    path("games/<uuid:game_id>/talk/read/", talk.TalkRead.as_view(), name="api-talk-read"),
    path("games/<uuid:game_id>/talk/mute/", talk.TalkMute.as_view(), name="api-talk-mute"),
    path("games/<uuid:game_id>/talk/<int:number>/withdraw/", talk.TalkWithdraw.as_view(), name="api-talk-withdraw"),
    path("games/<uuid:game_id>/notebook/", talk.NotebookOfGame.as_view(), name="api-notebook"),
    path("games/<uuid:game_id>/here/", presence.Here.as_view(), name="api-here"),
    path("games/<uuid:game_id>/history/", views.History.as_view(), name="api-history"),
    path("games/<uuid:game_id>/history/<int:number>/view/", views.HistoryView.as_view(), name="api-history-view"),
    path("games/<uuid:game_id>/replay/", views.Replay.as_view(), name="api-replay"),
    path("games/<uuid:game_id>/replay/marks/", views.ReplayMarks.as_view(), name="api-replay-marks"),
    path("games/<uuid:game_id>/export/", views.Export.as_view(), name="api-export"),
    path("waiting/", lobby.Waiting.as_view(), name="api-waiting"),
    path("search/", lobby.Search.as_view(), name="api-search"),
    path("blocked/", lobby.Blocked.as_view(), name="api-blocked"),
    path("here/", lobby.Present.as_view(), name="api-present"),
    path("invitations/<str:token>/", views.Invitation.as_view(), name="api-invitation"),
    re_path(r"^.*$", views.Unknown.as_view(), name="api-unknown"),
]
