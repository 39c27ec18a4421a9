"""URLs of disputes, for players and for reviewers."""

from django.urls import path

from frontend.views import banned, disputes, review, review_acts, review_replies

urlpatterns = [
    path("games/<uuid:game_id>/problem/", disputes.report, name="report-problem"),
    path("disputes/", disputes.mine, name="my-disputes"),
    path("disputes/<int:number>/", disputes.show, name="dispute"),
    path("disputes/<int:number>/write/", disputes.write, name="dispute-write"),
    path("disputes/<int:number>/withdraw/", disputes.withdraw, name="dispute-withdraw"),
    path("disputes/<int:number>/appeal/", disputes.appeal, name="dispute-appeal"),
    path("banned/games/<uuid:game_id>/resign/", banned.resign, name="resign-banned"),
    path("review/", review.cases, name="review-cases"),
    path("review/together/", review_acts.answer_or_merge, name="review-together"),
    path("review/audit/", review.audit_log, name="review-audit"),
    path("review/audit/export/", review.export_audit, name="review-audit-export"),
    path("review/replies/", review_replies.replies, name="review-replies"),
    path("review/replies/<int:reply>/", review_replies.change, name="review-reply"),
    path("review/replies/<int:reply>/retire/", review_replies.retire, name="review-reply-retire"),
    path("review/players/<str:name>/", review.player, name="review-player"),
    path("review/players/<str:name>/note/", review_acts.note_player, name="review-player-note"),
    path("review/players/<str:name>/lift-ban/", review_acts.lift_ban, name="review-lift-ban"),
    path("review/<int:number>/", review.case, name="review-case"),
    path("review/<int:number>/board/", review.board, name="review-board"),
    path("review/<int:number>/integrity/", review.integrity, name="review-integrity"),
    path("review/<int:number>/do/", review_acts.perform_step, name="review-do"),
    path("review/<int:number>/act/<str:kind>/", review_acts.act, name="review-act"),
]
