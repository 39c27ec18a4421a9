"""Addresses of tournaments."""

from django.urls import path

from frontend.views import ladders, organizing, tournaments

urlpatterns = [
    path("tournaments/", tournaments.tournament_list, name="tournaments"),
    path("tournaments/new/", organizing.new_tournament, name="new-tournament"),
    path("tournaments/new-ladder/", ladders.new_ladder, name="new-ladder"),
    path("tournaments/<uuid:tournament_id>/", tournaments.tournament_page, name="tournament"),
    path("tournaments/<uuid:tournament_id>/sign-up/", tournaments.sign_up, name="tournament-sign-up"),
    path("tournaments/<uuid:tournament_id>/wait/", tournaments.wait, name="tournament-wait"),
    path("tournaments/<uuid:tournament_id>/challenge/", ladders.challenge, name="ladder-challenge"),
    path("tournaments/<uuid:tournament_id>/answer/", ladders.answer, name="ladder-answer"),
    path("tournaments/<uuid:tournament_id>/withdraw/", tournaments.withdraw, name="tournament-withdraw"),
    path("tournaments/<uuid:tournament_id>/results.csv", tournaments.as_csv, name="tournament-csv"),
    path("tournaments/<uuid:tournament_id>/games.csv", tournaments.games_as_csv, name="tournament-games-csv"),
    path("tournaments/<uuid:tournament_id>/results.json", tournaments.as_json, name="tournament-json"),
    path("tournaments/<uuid:tournament_id>/organize/", organizing.organize, name="organize-tournament"),
]
