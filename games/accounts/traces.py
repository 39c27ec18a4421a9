"""Every relation to an account, with what happens to it on data export and deletion.

Each has its line here, and a test fails for one without. So the author of a model decides what happens with it on
deletion, and what of it the data export holds.
"""

from typing import NamedTuple

KEEP, DELETE = "keep", "delete"


class Trace(NamedTuple):
    """A relation to an account.

    `leaving` says what happens to its rows on deletion, `exported` which fields the data export contains.
    """

    leaving: str
    exported: tuple[str, ...] = ()


# Keys are the model's label and its field.
TRACES: dict[str, Trace] = {
    # The record of the games. Names in it become "former player N".
    "games.gameevent.actor": Trace(KEEP),
    "games.game.creator": Trace(KEEP),
    "games.game.ended_by": Trace(KEEP),
    "games.seat.user": Trace(KEEP),
    # What staff did stays on record, too.
    "admin.logentry.user": Trace(KEEP),
    # Disputes and what came of them: with the games' record.
    "games.disputecase.opener": Trace(
        KEEP, ("pk", "game__public_id", "category", "wish", "state", "opened_at", "closed_at")
    ),
    "games.disputecase.other": Trace(KEEP),
    "games.offer.person": Trace(KEEP),
    "games.takeover.person": Trace(KEEP, ("game__public_id", "at")),
    "games.disputecase.reviewer": Trace(KEEP),
    "games.disputecase.decided_by": Trace(KEEP),
    "games.caseentry.author": Trace(KEEP, ("case", "kind", "text", "created_at")),
    "games.staffaction.actor": Trace(KEEP),
    "games.staffaction.person": Trace(KEEP, ("kind", "reason", "created_at")),
    "games.playernote.person": Trace(KEEP),  # for reviewers alone, as their notes in a case are
    "games.playernote.author": Trace(KEEP),
    "games.sanction.person": Trace(KEEP, ("kind", "until")),
    # Tournaments: their tables and logs name the people who were in them.
    "games.tournament.organizer": Trace(KEEP, ("public_id", "name", "state", "created_at")),
    "games.entrant.user": Trace(
        KEEP, ("tournament__public_id", "tournament__name", "rating", "seed", "signed_up_at", "left_at")
    ),
    "games.tournamentact.actor": Trace(KEEP, ("tournament__public_id", "kind", "reason", "created_at")),
    "games.entrant.replaced": Trace(KEEP),
    "games.tournamentact.person": Trace(KEEP),
    "games.requestkey.user": Trace(DELETE),
    # The account itself.
    "account.emailaddress.user": Trace(DELETE, ("email", "verified", "primary")),
    "mfa.authenticator.user": Trace(DELETE, ("type", "created_at", "last_used_at")),
    "usersessions.usersession.user": Trace(DELETE, ("created_at", "ip", "user_agent")),
    "games.personaltoken.user": Trace(DELETE, ("name", "scope", "created_at", "last_used_at")),
    "games.user_groups.user": Trace(DELETE),
    "games.user_user_permissions.user": Trace(DELETE),
    "games.accountmail.user": Trace(DELETE, ("kind", "state", "created_at", "sent_at")),
    "games.standingorders.user": Trace(DELETE, ("seat__game__public_id", "seat__side", "orders", "saved_at")),
    # Other people, games before their start, presence.
    "games.relation.person": Trace(DELETE, ("other__username", "kind", "since")),
    "games.relation.other": Trace(DELETE),
    "games.invitation.user": Trace(DELETE, ("game__public_id", "state", "created_at")),
    "games.seeker.user": Trace(DELETE, ("side", "ruleset", "pace", "since", "until")),
    "games.nextdice.user": Trace(DELETE, ("game_id", "commitment")),
    "games.presence.user": Trace(DELETE, ("seen_at", "shows_last_seen")),
    # Talk, notebook, ratings. What was said belongs to both who said it; how well somebody played belongs to the games.
    "games.message.author": Trace(KEEP),  # in the file with the rest of the talk
    "games.message.reader": Trace(KEEP),
    "games.talkmark.user": Trace(DELETE, ("game__public_id", "read_up_to", "muted")),
    "games.mute.user": Trace(DELETE, ("muted__username", "created_at")),
    "games.mute.muted": Trace(DELETE),
    "games.note.user": Trace(DELETE, ("game__public_id", "text", "saved_at")),
    "games.rating.user": Trace(KEEP, ("side", "mu", "sigma", "games")),
    "games.exerciseattempt.person": Trace(
        DELETE, ("exercise", "day", "of_the_day", "first", "judgement__answer", "judgement__solved", "answered_at")
    ),
    "games.vacation.user": Trace(DELETE, ("starts_at", "ends_at", "planned_at")),
    # Alerts.
    "games.alertsettings.user": Trace(DELETE, ("mail", "others", "digest_hour")),
    "games.gamealerts.user": Trace(DELETE, ("game__public_id", "mode")),
    "games.target.user": Trace(DELETE, ("kind", "name", "address", "created_at", "last_sent_at")),
    "games.trial.user": Trace(DELETE),
    "games.word.user": Trace(DELETE),
    "games.visit.user": Trace(DELETE, ("game__public_id", "used_at")),
    "games.notice.user": Trace(
        DELETE, ("kind", "game__public_id", "tournament__public_id", "state", "why", "created_at", "sent_at")
    ),
}
