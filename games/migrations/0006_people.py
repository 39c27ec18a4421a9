from django.db import migrations, models


def adopt_addresses(apps, schema_editor):
    """What people gave at the sign-up stood with the account alone; allauth keeps addresses in a table of their own. None was confirmed."""
    EmailAddress = apps.get_model("account", "EmailAddress")
    for user in apps.get_model("games", "User").objects.exclude(email=""):
        user.email = user.email.lower()
        user.save(update_fields=["email"])
        EmailAddress.objects.get_or_create(user=user, email=user.email, defaults={"primary": True, "verified": False})


class Migration(migrations.Migration):
    dependencies = [
        ("account", "0009_emailaddress_unique_primary_email"),
        ("games", "0005_alerts"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="left_at",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="When the person deleted the account; the name is gone since.",
                null=True,
                verbose_name="left",
            ),
        ),
        migrations.RunPython(adopt_addresses, migrations.RunPython.noop),
    ]
