#!/usr/bin/env python3
"""Compares Sources/Domain/Wording/EmergencyNumbers.swift with the short numbers of libphonenumber.

Needs the package `phonenumbers` of PyPI. Ends with 1 if a number of the table is no emergency number there.
"""

import pathlib
import re
import sys

import phonenumbers
from phonenumbers import shortnumberinfo

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "Sources/Domain/Wording/EmergencyNumbers.swift"

rows = re.findall(r"^        ([A-Z]{2}) (\d+) (.+)$", SOURCE.read_text(), re.MULTILINE)
wrong = [row for row in rows if not shortnumberinfo.is_emergency_number(row[1], row[0])]
for code, number, name in wrong:
    print(f"{name} ({code}): {number} is no emergency number there")
print(f"{len(rows)} countries, {len(wrong)} differ from libphonenumber {phonenumbers.__version__}")
sys.exit(bool(wrong) or len(rows) < 60)
