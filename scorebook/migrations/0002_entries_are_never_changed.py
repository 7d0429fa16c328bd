from django.db import migrations

from scorebook.ledger import triggers


class Migration(migrations.Migration):
    dependencies = [("scorebook", "0001_initial")]

    operations = [migrations.RunPython(triggers.install, triggers.remove)]
