"""Addresses of the pages."""

from django.urls import include, path

from frontend.views import aid, dice, games, language, orders, plain, results, talk

urlpatterns = [
    path("", plain.home, name="home"),
    path("help/", plain.show_help, name="help"),
    path("help/dice/", dice.how, name="dice"),
    path("aid/", aid.sequence, name="aid"),
    path("aid/cards/", aid.cards, name="aid-cards"),
    path("aid/blocks/", aid.blocks, name="aid-blocks"),
    path("aid/towns/", aid.towns, name="aid-towns"),
    path("aid/glossary/", aid.glossary, name="aid-glossary"),
    path("", include("frontend.account_urls")),
    path("", include("frontend.alert_urls")),
    path("language/", language.choose, name="language"),
    path("games/", games.my_games, name="my-games"),
    path("games/open/", games.open_games, name="open-games"),
    path("games/new/", games.new_game, name="new-game"),
    path("games/solo/", games.start_solo, name="start-solo"),
    path("games/next/", games.next_game, name="next-game"),
    path("games/<uuid:game_id>/", games.game_page, name="game"),
    path("games/<uuid:game_id>/dice/", dice.of_game, name="game-dice"),
    path("games/<uuid:game_id>/orders/", orders.standing_orders, name="standing-orders"),
    path("games/<uuid:game_id>/talk/", talk.talk_page, name="talk"),
    path("games/<uuid:game_id>/notebook/", talk.notebook_page, name="notebook"),
    path("games/<uuid:game_id>/join/", games.join, name="join-game"),
    path("games/<uuid:game_id>/cancel/", games.cancel, name="cancel-game"),
    path("results/", results.result_list, name="results"),
    path("results/statistics/", results.statistics_page, name="statistics"),
    path("invitations/<str:token>/", games.invitation, name="invitation"),
]
