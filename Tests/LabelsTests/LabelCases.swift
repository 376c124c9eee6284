/// Labels of our own, one of each kind.
enum LabelCases {
    static let all: [LabelReaderTests.Case] = american + british + paper + lists

    private static let american: [LabelReaderTests.Case] = [
        .init(
            lines: """
                RIVERSIDE PHARMACY (555) 555-0101
                31 Mill Road, Oakton, VT 05000
                Rx# 5512009 Date: 04/02/2026
                DANA WHITFIELD
                7 Fern Ct, Oakton, VT 05000
                FUROSEMIDE 20 MG TABLET
                TAKE 1 TABLET BY MOUTH EVERY MORNING FOR
                SWELLING
                QTY: 30 REFILLS: 4
                Prescriber: DR M. ASHBY Use by: 04/02/2027
                AVOID PROLONGED EXPOSURE TO SUNLIGHT
                """,
            entries: [
                ["FUROSEMIDE", "20 MG", "tablet", "TAKE 1 TABLET BY MOUTH EVERY MORNING FOR SWELLING", "30.0 ", "4"]
            ],
            warnings: ["AVOID PROLONGED EXPOSURE TO SUNLIGHT"],
            hidden: [
                "RIVERSIDE PHARMACY", "555-0101", "31 Mill Road", "5512009", "DANA WHITFIELD", "7 Fern Ct", "M. ASHBY",
            ]),
        .init(
            lines: """
                Hilltop Pharmacy
                4410 W Birch Lane, Norwood, PA 19000
                RX 0098-44121
                MORGAN FIELDS
                TAKE 1 CAPSULE BY MOUTH
                THREE TIMES DAILY FOR 7 DAYS
                CEPHALEXIN 500MG CAPSULES
                QTY 21
                NO REFILLS - DR. AUTH REQUIRED
                DR. L. HARTWELL
                May cause dizziness
                """,
            entries: [
                [
                    "CEPHALEXIN", "500MG", "capsule", "TAKE 1 CAPSULE BY MOUTH THREE TIMES DAILY FOR 7 DAYS", "21.0 ",
                    "0",
                ]
            ],
            warnings: ["May cause dizziness"],
            hidden: ["Hilltop Pharmacy", "0098-44121", "MORGAN FIELDS", "L. HARTWELL"]),
        .init(
            lines: """
                LAKESIDE DRUG STORE #44 Ph 555-0199
                Rx 7781223 Dr. Nora Quill
                JUNE APRIL
                Sertraline HCl 50 mg tablets
                Generic for Zoloft 50 mg
                Take 1/2 tablet by mouth every day for 6 days, then
                take 1 tablet daily
                Qty: 30 Refills: 2 before 03/14/2027
                """,
            entries: [
                [
                    "Sertraline HCl", "50 mg", "tablet",
                    "Take 1/2 tablet by mouth every day for 6 days, then take 1 tablet daily", "30.0 ", "2",
                ]
            ],
            hidden: ["7781223", "Nora Quill", "JUNE APRIL", "03/14/2027"]),
        .init(
            lines: """
                VALLEY RX (555) 555-0133
                PAT RIVERA
                FOOBAROL 25 MG TABLET
                TAKE 1 TABLET BY MOUTH AT BEDTIME
                QTY: 30 REFILLS: 1
                """,
            entries: [["?FOOBAROL", "25 MG", "tablet", "TAKE 1 TABLET BY MOUTH AT BEDTIME", "30.0 ", "1"]],
            hidden: ["PAT RIVERA"]),
        .init(
            lines: """
                CORNER DRUG 555-555-0155
                LEE, ALEXANDRA
                FLUTICASONE-SALMETEROL 250-50 DISKUS
                INHALE 1 PUFF BY MOUTH TWICE DAILY.
                RINSE MOUTH AFTER USE
                QTY: 60 REFILLS: 11
                """,
            entries: [
                [
                    "FLUTICASONE-SALMETEROL", "-", "-", "INHALE 1 PUFF BY MOUTH TWICE DAILY. RINSE MOUTH AFTER USE",
                    "60.0 ",
                    "11",
                ]
            ],
            hidden: ["LEE, ALEXANDRA"]),
    ]

    private static let british: [LabelReaderTests.Case] = [
        .init(
            lines: """
                100 Paracetamol 500mg tablets
                Take TWO tablets up to FOUR times a day when required for pain
                Do not take more than 8 tablets in 24 hours
                Contains paracetamol. Do not take anything else containing
                paracetamol while taking this medicine
                Miss Edie Marlow 03 Oct 2026
                The Green Pharmacy, 1 High Street, Oldtown, OX1 2AB
                Tel 01632 960123
                """,
            entries: [
                [
                    "Paracetamol", "500mg", "tablet",
                    "Take TWO tablets up to FOUR times a day when required for pain Do not take more than 8 tablets in 24 hours",
                    "100.0 ", "-",
                ]
            ],
            warnings: [
                "Contains paracetamol. Do not take anything else containing", "paracetamol while taking this medicine",
            ],
            hidden: ["Miss Edie Marlow 03 Oct 2026", "Green Pharmacy", "OX1 2AB", "01632 960123"]),
        .init(
            lines: """
                1 x 5ml Chloramphenicol 0.5% eye drops
                ONE drop to be put into the RIGHT eye every 2 hours for 2 days then four times
                a day for 5 days
                Store in a refrigerator
                Mr T Okafor
                12/10/26
                Bridge Surgery Dispensary, Millbrook LS1 4XX
                """,
            entries: [
                [
                    "Chloramphenicol", "0.5%", "drops",
                    "ONE drop to be put into the RIGHT eye every 2 hours for 2 days then four times a day for 5 days",
                    "-", "-",
                ]
            ],
            warnings: ["Store in a refrigerator"], hidden: ["Mr T Okafor 12/10/26", "Bridge Surgery", "LS1 4XX"]),
        .init(
            lines: """
                Oakfield Chemist 020 7946 0999
                28 Amlodipine5mg tablets
                TakeONE tablet ONCEa day
                Mr J Finch 3 Nov 2026
                """,
            entries: [["Amlodipine", "5mg", "tablet", "TakeONE tablet ONCEa day", "28.0 ", "-"]],
            hidden: ["Oakfield Chemist", "Mr J Finch 3 Nov 2026"]),
        .init(
            lines: """
                GLYCERYL TRINITRATE
                400 MCG/DOSE SPRAY
                SPRAY ONE OR TWO PUFFS UNDER THE TONGUE WHEN
                REQUIRED FOR CHEST PAIN
                MRS A LOWE 2/2/26
                """,
            entries: [
                [
                    "GLYCERYL TRINITRATE", "400 MCG/DOSE", "spray",
                    "SPRAY ONE OR TWO PUFFS UNDER THE TONGUE WHEN REQUIRED FOR CHEST PAIN", "-", "-",
                ]
            ],
            hidden: ["MRS A LOWE 2/2/26"]),
    ]

    private static let paper: [LabelReaderTests.Case] = [
        .init(
            lines: """
                Riverbend Family Practice
                Dana Whitlow, DO NPI 1234567890
                77 Canal Street, Suite 200
                Patient: Terry Oakes DOB 04/12/1971
                Rx
                Amoxicillin 875 mg
                Disp: #20 (twenty)
                Sig: 1 tab po BID x 10 days
                Refills 0
                Rx: Doxycycline 100mg caps
                Sig:1 cap PO bid x 10d, #20, no refills
                """,
            entries: [
                ["Amoxicillin", "875 mg", "-", "1 tab po BID x 10 days", "20.0 ", "0"],
                ["Doxycycline", "100mg", "capsule", "1 cap PO bid x 10d", "20.0 ", "0"],
            ],
            hidden: [
                "Riverbend Family Practice", "Dana Whitlow", "1234567890", "77 Canal Street", "Terry Oakes",
                "04/12/1971",
            ]),
        .init(
            lines: """
                St. Ives Clinic
                Name: Ona Wells
                Age: 34
                Rx
                Foobarol
                Sig: one tab at night
                Mitte 28
                Rpt 2
                """,
            entries: [["?Foobarol", "-", "-", "one tab at night", "28.0 ", "2"]],
            hidden: ["Ives Clinic", "Ona Wells", "34"]),
    ]

    private static let lists: [LabelReaderTests.Case] = [
        .init(
            lines: """
                MEDICATION LIST
                Name: Chris Vale
                Allergies: penicillin, sulfa
                1. Metoprolol succinate ER 50 mg tablet - take 1 tablet by mouth once daily
                2. Aspirin 81 mg - 1 tablet daily
                3. Wibbletide 0.25 mg pen - inject 0.25 mg under the skin once a week on Sunday
                4. Insulin glargine 100 units/mL 10 units subcutaneously at bedtime
                5. Stop: lisinopril 10 mg tablets
                Reviewed by J. Stone, RN
                """,
            entries: [
                ["Metoprolol succinate ER", "50 mg", "tablet", "take 1 tablet by mouth once daily", "-", "-"],
                ["Aspirin", "81 mg", "-", "1 tablet daily", "-", "-"],
                ["?Wibbletide", "0.25 mg", "pen", "inject 0.25 mg under the skin once a week on Sunday", "-", "-"],
                ["Insulin glargine", "100 units/mL", "-", "10 units subcutaneously at bedtime", "-", "-"],
            ],
            hidden: ["Chris Vale", "J. Stone,"])
    ]
}
