"""What passwords must not be."""

from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.models import User


class UnlikeNameValidator(UserAttributeSimilarityValidator):
    """Refuses passwords that are like the account's name or mail address, in the words of the forms."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raises ValidationError for such a password."""
        try:
            super().validate(password, user)
        except ValidationError as error:
            raise ValidationError(
                _("The password is too much like the name or the mail address."), code="password_too_similar"
            ) from error
