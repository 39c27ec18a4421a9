"""Dice to which the site commits before their game exists, so that a contribution can come with the request that
creates it.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.relation import Seeker


class SealedDice(models.Model):
    """Base of reserved dice: the future game's id, the commitment that its player was shown, and the secret."""

    game_id = models.UUIDField(_("id of the game"), unique=True, editable=False)
    commitment = models.CharField(_("commitment to the dice"), max_length=64, editable=False)
    sealed_secret = models.TextField(_("sealed secret of the dice"), editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.game_id}"


class NextDice(SealedDice):
    """The dice reserved for a person's next game.

    The same until a game or a search uses them, so that nobody can choose among several.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="next_dice", primary_key=True
    )

    class Meta:
        verbose_name = _("dice of a next game")
        verbose_name_plural = _("dice of next games")


class SoughtDice(SealedDice):
    """The dice of the game a search may create, and the contribution that came with the search."""

    seeker = models.OneToOneField(
        Seeker, models.CASCADE, verbose_name=_("search"), related_name="dice", primary_key=True
    )
    randomness = models.CharField(_("contribution to the dice"), max_length=32, editable=False)

    class Meta:
        verbose_name = _("dice of a search")
        verbose_name_plural = _("dice of searches")
