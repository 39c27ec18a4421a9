"""Exercises: which one belongs to which day, what people decided, and what the king would have done."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class DailyExercise(models.Model):
    """The exercise of a day (UTC), for everybody. Once written it stays, whatever exercises are added."""

    day = models.DateField(_("day"), primary_key=True)
    exercise = models.CharField(_("exercise"), max_length=64)

    class Meta:
        verbose_name = _("exercise of a day")
        verbose_name_plural = _("exercises of days")

    def __str__(self) -> str:
        return f"{self.day}: {self.exercise}"


class ExerciseJudgement(models.Model):
    """What is said of one answer to an exercise, the same to everybody who gives it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        MADE = "made", _("made")
        IMPOSSIBLE = "impossible", _("cannot be made")

    exercise = models.CharField(_("exercise"), max_length=64)
    digest = models.CharField(_("digest of the answer"), max_length=64, editable=False)
    answer = models.JSONField(_("answer"), help_text=_("The actions of the side that decides."))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    asked_at = models.DateTimeField(_("asked at"))
    solved = models.BooleanField(_("solved"), null=True, blank=True)
    found = models.JSONField(_("what was found"), null=True, blank=True)

    class Meta:
        verbose_name = _("judgement of an answer")
        verbose_name_plural = _("judgements of answers")
        constraints = [models.UniqueConstraint(fields=["exercise", "digest"], name="one_judgement_each")]
        indexes = [models.Index(fields=["asked_at", "id"], condition=models.Q(state="waiting"), name="judgement_order")]

    def __str__(self) -> str:
        return f"{self.exercise} {self.digest[:8]}: {self.state}"


class ExerciseAttempt(models.Model):
    """A person's answer to an exercise, given in one game. The first one counts, later ones are practice."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="exercise_attempts"
    )
    game = models.OneToOneField(Game, models.CASCADE, verbose_name=_("game"), related_name="exercise_attempt")
    exercise = models.CharField(_("exercise"), max_length=64)
    day = models.DateField(_("answered on"), help_text=_("In UTC."))
    of_the_day = models.BooleanField(_("of that day"), help_text=_("Whether it was the exercise of the day then."))
    first = models.BooleanField(_("first"), help_text=_("Whether it counts."))
    judgement = models.ForeignKey(
        ExerciseJudgement, models.PROTECT, verbose_name=_("judgement"), related_name="attempts"
    )
    answered_at = models.DateTimeField(_("answered at"))

    class Meta:
        verbose_name = _("attempt at an exercise")
        verbose_name_plural = _("attempts at exercises")
        constraints = [
            models.UniqueConstraint(
                fields=["person", "exercise"], condition=models.Q(first=True), name="first_attempt_once"
            )
        ]
        indexes = [
            models.Index(fields=["exercise"], condition=models.Q(first=True), name="attempts_counted"),
            models.Index(fields=["person", "-day"], name="attempts_of_person"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} at {self.exercise}"
