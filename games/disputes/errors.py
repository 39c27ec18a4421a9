"""Errors of disputes."""

from django.utils.translation import gettext_lazy as _

from games.errors import Refused


class CaseNotFound(Refused):
    status, code = 404, "not-found"
    detail = _("There is no such dispute, or it is not yours.")


class NotForThisGame(Refused):
    code = "not-for-this-game"
    detail = _("Problems can be reported in games between two players, from the start until two weeks after the end.")


class CaseIsOpen(Refused):
    code = "case-is-open"
    detail = _("You have reported a problem of this game already. Add to that report instead.")


class TooManyReports(Refused):
    code = "too-many-reports"


class NotNow(Refused):
    code = "not-now"
    detail = _("In its present state this dispute does not allow that. Look at it again.")


class NothingWritten(Refused):
    status, code = 400, "nothing-written"
    detail = _("Write something first.")


class TooLong(Refused):
    status, code = 400, "too-long"


class TooManyEntries(Refused):
    code = "too-many-entries"
    detail = _("You have written a lot already. Wait until a reviewer has answered.")


class NoAppeal(Refused):
    code = "no-appeal"
    detail = _("This decision can no longer be appealed: that is possible once, within two weeks.")


class NotAReviewer(Refused):
    status, code = 403, "not-a-reviewer"
    detail = _("Only reviewers may do this.")


class Tied(Refused):
    """The reviewer has a conflict of interest with a party."""

    status, code = 403, "tied"
    detail = _("You cannot review this dispute.")


class Merged(Refused):
    code = "merged"


class NotMergeable(Refused):
    code = "not-mergeable"


class NotBanned(Refused):
    code = "not-banned"
    detail = _("This player is not banned.")


class NotYourCase(Refused):
    code = "not-your-case"
    detail = _("Take the case first: only its reviewer may do this.")


class ReplyNotFound(Refused):
    status, code = 404, "no-such-reply"
    detail = _("There is no such canned reply, or it was retired.")


class ReplyChanged(Refused):
    code = "reply-changed"
    detail = _("Another reviewer has changed this reply meanwhile. Look at it again, then change it.")


class BadReply(Refused):
    status, code = 400, "bad-reply"


class TooManyReplies(Refused):
    code = "too-many-replies"


class BadAct(Refused):
    status, code = 400, "bad-act"


class CannotAct(Refused):
    code = "cannot-act"
