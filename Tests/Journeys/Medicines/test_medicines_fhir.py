"""FHIR exports, validated with fhir.resources against HL7's definitions (R4B, which equals R4 for these resources)."""

import json

import pytest
from fhir.resources.R4B.bundle import Bundle
from fhir.resources.R4B.dosage import Dosage
from medicine_house import PAINKILLER, chat, house, medicines, pharmacy, post, shared_house, vision  # noqa: F401

SIGS = [
    "1 tab po bid x 7 days", "Take 1 to 2 tablets every 4 to 6 hours as needed for pain. Max 8 tablets in 24 hours", "20 mEq po daily",
    "Take 1 tablet up to 3 times a day as needed", "Take 15 mg/kg by mouth twice daily", "Instil 1 drop into the left eye at 08:00 and at bedtime",
    "Take 1 tablet 30 minutes before breakfast", "Take 4 tablets daily for 3 days, then 2 tablets daily for 3 days", "Apply to affected area",
    "Take 2 tablets (5 mg) daily", "Take 1 tablet on Monday and Friday", "Inject 15 units under the skin at bedtime", "Inhale 2 puffs every 4 hours prn",
    "Take 10 mL every 6 hours for up to 5 days", "Take 1 capsule twice daily with food", "take half a tablet in the morning", "ad lib", "1 tab QOD",
]


@pytest.mark.parametrize("sig", SIGS)
def test_a_dosage_is_valid(house, sig):
    dosages = house.command()("rx", "parse", "--fhir", sig).json
    assert dosages, "the label's words at least"
    for dosage in dosages:
        Dosage.model_validate(dosage)
        assert dosage["text"] == sig


def test_an_empty_export_is_valid(medicines):
    Bundle.model_validate(medicines().api("GET", "/medicines/export?format=fhir", None, 200).json)


def test_an_export_is_valid(medicines):
    house = medicines()
    course = house.course(person="Alma Testperson")
    for number, sig in enumerate(SIGS):
        house.medicine(sig, name=f"Medicine {number}")
    needed = house.medicine(PAINKILLER, name="Paracetamol", person="Alma Testperson")
    house.plan(needed)
    first, second = (dose["id"] for dose in house.doses()["doses"][:2])
    house.note(course, first, "taken", {"amount": 0.5})
    house.note(course, second, "skipped")
    house.api("POST", f"/medicines/{needed}/clauses/0/taken", {"amount": 2}, 200)
    document = house.api("GET", "/medicines/export?format=fhir", None, 200).json
    bundle = Bundle.model_validate(document)
    assert len(json.loads(bundle.model_dump_json())["entry"]) == len(document["entry"])
    resources = [one["resource"] for one in document["entry"]]
    kinds = [one["resourceType"] for one in resources]
    assert kinds.count("Patient") == 1 and kinds.count("MedicationStatement") == len(SIGS) + 2
    assert sorted(one["status"] for one in resources if one["resourceType"] == "MedicationAdministration") == ["completed", "completed", "not-done"]
    addresses = [one["fullUrl"] for one in document["entry"]]
    assert len(set(addresses)) == len(addresses) and all(one.startswith("urn:uuid:") for one in addresses)
