"""Bans: what they end at once, and how they are lifted."""

from django.db import transaction
from django.utils import timezone

from games.accounts import leaving
from games.disputes import audit, case_entries, errors, filing, reviewing
from games.disputes.case_entries import Kind
from games.models import CaseEntry, PersonalToken, Sanction, StaffAction, User
from games.people import sanctions
from games.services.after_commit import announce
from games.services.agreements.consent import Cause
from games.services.alerts.kinds.disputes import Dispute
from games.services.clocks import least

LAY, LIFT = "lay", "lift"


def impose(person: User, action: StaffAction) -> Sanction:
    """Bans a person: ends tokens and sockets, and what they had agreed to; running games and their clocks go on.

    Requires `leaving.lock_person`.
    """
    leaving.leave_all(person, Cause.BANNED)
    PersonalToken.objects.filter(user=person).delete()
    announce.shut_out_after_commit(person.pk)
    return Sanction.objects.create(person=person, kind=sanctions.BAN, until=None, action=action)


def end(person: User, action: StaffAction) -> Sanction:
    """Lifts a ban. Tokens and games that it ended are not restored.

    Where it is their turn they have the least of their pace.
    """
    least.raise_clocks_of_person(person.pk)
    return Sanction.objects.create(person=person, kind=sanctions.BAN, until=timezone.now(), action=action)


def lift(*, user: User, name: str, reason: str) -> CaseEntry:
    """Lifts a ban outside of its case, which may be closed; the case's players are told as of any act.

    Raises NotBanned, NothingWritten, TooLong, and Tied for who is tied to the player or to the case.
    """
    said = filing.clean_text(reason)
    person = reviewing.find_player(user, name)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=person.pk)
        ban = sanctions.ban_of(person)
        if ban is None or ban.action.case_id is None:
            raise errors.NotBanned
        case = reviewing.find_case(user, ban.action.case_id, lock=True)
        after = {"side": ban.action.after.get("side", ""), "ban": LIFT}
        action = audit.record(actor=user, kind=StaffAction.Kind.BAN, case=case, person=person, reason=said, after=after)
        end(person, action)
        entry = case_entries.add(case, Kind.ACT, author=user, text=said, action=action)
        for party in case_entries.parties(case):
            news = Dispute(news="acted", act=f"{StaffAction.Kind.BAN}-lifted", you=party == person)
            case_entries.notify(case, entry, news, [party])
        return entry
