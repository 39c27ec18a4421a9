"""Names of towns and blocks, to be translated.

A translation of a place or a side may give up to four forms, separated by bars. They are the name, the name as in "the
castle **of Acre**", as in "**at Acre**" (for a side: "**to the Franks**"), and as in "they came **from Acre**". The
fourth is the second one where it is not given. Each language puts into them what its own sentences need, such as the
preposition in French ("Acre|d’Acre|à Acre") or the case in Polish ("Akka|Akki|w Akce|z Akki"). Sentences ask for them
by `{town:of}`, `{town:at}` and `{town:from}`; without bars, as in English, all are the same.
"""

from collections import Counter
from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.shapes import Text
from rules.roster import BLOCKS

FORMS = {"": 0, "of": 1, "at": 2, "to": 2, "from": 3}

TOWN_NAMES: dict[str, Text] = {
    "acre": pgettext_lazy("town", "Acre"),
    "ajlun": pgettext_lazy("town", "Ajlun"),
    "albara": pgettext_lazy("town", "Albara"),
    "aleppo": pgettext_lazy("town", "Aleppo"),
    "amman": pgettext_lazy("town", "Amman"),
    "anjar": pgettext_lazy("town", "Anjar"),
    "antioch": pgettext_lazy("town", "Antioch"),
    "artah": pgettext_lazy("town", "Artah"),
    "ascalon": pgettext_lazy("town", "Ascalon"),
    "ashtera": pgettext_lazy("town", "Ashtera"),
    "baalbek": pgettext_lazy("town", "Baalbek"),
    "baisan": pgettext_lazy("town", "Baisan"),
    "banyas": pgettext_lazy("town", "Banyas"),
    "beaufort": pgettext_lazy("town", "Beaufort"),
    "beersheba": pgettext_lazy("town", "Beersheba"),
    "beirut": pgettext_lazy("town", "Beirut"),
    "botron": pgettext_lazy("town", "Botron"),
    "caesarea": pgettext_lazy("town", "Caesarea"),
    "damascus": pgettext_lazy("town", "Damascus"),
    "damiya": pgettext_lazy("town", "Damiya"),
    "dimona": pgettext_lazy("town", "Dimona"),
    "egypt": pgettext_lazy("town", "Egypt"),
    "gaza": pgettext_lazy("town", "Gaza"),
    "hama": pgettext_lazy("town", "Hama"),
    "harim": pgettext_lazy("town", "Harim"),
    "hebron": pgettext_lazy("town", "Hebron"),
    "homs": pgettext_lazy("town", "Homs"),
    "jaffa": pgettext_lazy("town", "Jaffa"),
    "jericho": pgettext_lazy("town", "Jericho"),
    "jerusalem": pgettext_lazy("town", "Jerusalem"),
    "kassab": pgettext_lazy("town", "Kassab"),
    "kerak": pgettext_lazy("town", "Kerak"),
    "krak": pgettext_lazy("town", "Krak"),
    "lachish": pgettext_lazy("town", "Lachish"),
    "lacum": pgettext_lazy("town", "Lacum"),
    "latakia": pgettext_lazy("town", "Latakia"),
    "legio": pgettext_lazy("town", "Legio"),
    "margat": pgettext_lazy("town", "Margat"),
    "monterrand": pgettext_lazy("town", "Monterrand"),
    "nablus": pgettext_lazy("town", "Nablus"),
    "qaddas": pgettext_lazy("town", "Qaddas"),
    "ramallah": pgettext_lazy("town", "Ramallah"),
    "saone": pgettext_lazy("town", "Saône"),
    "shughur": pgettext_lazy("town", "Shughur"),
    "sidon": pgettext_lazy("town", "Sidon"),
    "st-simeon": pgettext_lazy("town", "St. Simeon"),
    "tartus": pgettext_lazy("town", "Tartus"),
    "tiberias": pgettext_lazy("town", "Tiberias"),
    "tripoli": pgettext_lazy("town", "Tripoli"),
    "tyre": pgettext_lazy("town", "Tyre"),
    "zerdana": pgettext_lazy("town", "Zerdana"),
    "zoar": pgettext_lazy("town", "Zoar"),
}

BLOCK_NAMES: dict[str, Text] = {
    "richard": pgettext_lazy("block", "Richard"),
    "philip": pgettext_lazy("block", "Philip"),
    "barbarossa": pgettext_lazy("block", "Barbarossa"),
    "jerusalem-templars": pgettext_lazy("block", "Templars"),
    "antioch-templars": pgettext_lazy("block", "Templars"),
    "gaza-templars": pgettext_lazy("block", "Templars"),
    "tartus-templars": pgettext_lazy("block", "Templars"),
    "robert": pgettext_lazy("block", "Robert"),
    "hugh": pgettext_lazy("block", "Hugh"),
    "frederick": pgettext_lazy("block", "Frederick"),
    "jerusalem-hospitallers": pgettext_lazy("block", "Hospitallers"),
    "acre-hospitallers": pgettext_lazy("block", "Hospitallers"),
    "krak-hospitallers": pgettext_lazy("block", "Hospitallers"),
    "reynald-sidon": pgettext_lazy("block", "Reynald of Sidon"),
    "crossbows": pgettext_lazy("block", "Crossbows"),
    "james": pgettext_lazy("block", "James"),
    "leopold": pgettext_lazy("block", "Leopold"),
    "conrad": pgettext_lazy("block", "Conrad"),
    "balian": pgettext_lazy("block", "Balian"),
    "walter": pgettext_lazy("block", "Walter"),
    "raymond-tiberias": pgettext_lazy("block", "Raymond of Tiberias"),
    "antioch-turcopoles": pgettext_lazy("block", "Turcopoles"),
    "genoa-pilgrims": pgettext_lazy("block", "Pilgrims"),
    "sicily-pilgrims": pgettext_lazy("block", "Pilgrims"),
    "king-guy": pgettext_lazy("block", "King Guy"),
    "reynald-kerak": pgettext_lazy("block", "Reynald of Kerak"),
    "bohemond": pgettext_lazy("block", "Bohemond"),
    "raymond-tripoli": pgettext_lazy("block", "Raymond of Tripoli"),
    "beirut-turcopoles": pgettext_lazy("block", "Turcopoles"),
    "brittany-pilgrims": pgettext_lazy("block", "Pilgrims"),
    "josselin": pgettext_lazy("block", "Josselin"),
    "assassins": pgettext_lazy("block", "Assassins"),
    "qara-qush": pgettext_lazy("block", "Qara-Qush"),
    "zangi": pgettext_lazy("block", "Zangi"),
    "sanjar": pgettext_lazy("block", "Sanjar"),
    "yazkuj": pgettext_lazy("block", "Yazkuj"),
    "sulaiman": pgettext_lazy("block", "Sulaiman"),
    "keukburi": pgettext_lazy("block", "Keukburi"),
    "shirkuh": pgettext_lazy("block", "Shirkuh"),
    "jurdik": pgettext_lazy("block", "Jurdik"),
    "bahram": pgettext_lazy("block", "Bahram"),
    "tuman": pgettext_lazy("block", "Tuman"),
    "taqi-al-din": pgettext_lazy("block", "Taqi al-Din"),
    "al-mashtub": pgettext_lazy("block", "al-Mashtub"),
    "al-adil": pgettext_lazy("block", "al-Adil"),
    "saladin": pgettext_lazy("block", "Saladin"),
    "al-aziz": pgettext_lazy("block", "al-Aziz"),
    "al-afdal": pgettext_lazy("block", "al-Afdal"),
    "al-zahir": pgettext_lazy("block", "al-Zahir"),
    "yuzpah": pgettext_lazy("block", "Yuzpah"),
    "qaimaz": pgettext_lazy("block", "Qaimaz"),
    "kurds-1": pgettext_lazy("block", "Kurds"),
    "kurds-2": pgettext_lazy("block", "Kurds"),
    "kurds-3": pgettext_lazy("block", "Kurds"),
    "kurds-4": pgettext_lazy("block", "Kurds"),
    "turks-1": pgettext_lazy("block", "Turks"),
    "turks-2": pgettext_lazy("block", "Turks"),
    "turks-3": pgettext_lazy("block", "Turks"),
    "turks-4": pgettext_lazy("block", "Turks"),
    "arabs-1": pgettext_lazy("block", "Arabs"),
    "arabs-2": pgettext_lazy("block", "Arabs"),
    "arabs-3": pgettext_lazy("block", "Arabs"),
    "arabs-4": pgettext_lazy("block", "Arabs"),
}


def _marks() -> Iterator[tuple[str, str]]:
    """Yields a letter or a figure for each block that shares its name with others: of its home, or its number."""
    shared = Counter(block.name for block in BLOCKS)
    for block in BLOCKS:
        if shared[block.name] > 1:
            number = block.id.rpartition("-")[2]
            yield block.id, number if number.isdigit() else block.id[0].upper()


BLOCK_MARKS = dict(_marks())


class Name(str):
    """A name that a template may ask for in another form: `{town:of}`."""

    forms: tuple[str, ...]

    def __new__(cls, packed: str | Promise) -> "Name":
        """From a translation with its forms separated by bars."""
        forms = tuple(str(packed).split("|"))
        name = super().__new__(cls, forms[0])
        name.forms = forms
        return name

    def __format__(self, form: str) -> str:
        number = FORMS[form]
        if form == "from" and number >= len(self.forms):
            number = FORMS["of"]
        return self.forms[number] if number < len(self.forms) else self.forms[0]
