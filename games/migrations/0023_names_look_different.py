"""No two names that look alike, but for accounts from before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0022_write_forms_of_names"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="user",
            index=models.Index(fields=["username_folded"], name="user_by_folded"),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(fields=["username_skeleton"], name="user_by_skeleton"),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                condition=models.Q(("username_shared", False), models.Q(("username_folded", ""), _negated=True)),
                fields=("username_folded",),
                name="user_name_folded",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                condition=models.Q(("username_shared", False), models.Q(("username_skeleton", ""), _negated=True)),
                fields=("username_skeleton",),
                name="user_name_skeleton",
            ),
        ),
    ]
