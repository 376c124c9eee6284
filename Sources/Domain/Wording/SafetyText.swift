import Messages

/// The fixed safety texts and the telephone numbers, in the language of the current task.
package enum SafetyText {
    /// Where the household is: a choice of its settings, or what its time zone tells. The telephone numbers depend on it.
    package struct Region: RawRepresentable, Sendable, Hashable, CaseIterable {
        /// A number, and the places where it is the right one.
        package struct Call: Sendable, Hashable {
            package let number: String
            /// The codes of the places: two letters of a country in lower case, or "eu".
            let codes: [String]

            /// The names of the places in the language of the current task.
            package var places: [String] {
                codes.map { code in
                    code == "eu"
                        ? localized("the European Union") : EmergencyNumbers.country(code).map(\.name) ?? code
                }
            }

            /// "112 in Germany, Liechtenstein".
            package var text: String {
                localized("\(number, "number") in \(places.joined(separator: ", "), "places")")
            }
        }

        /// The value of the setting: "eu", "uk", or the two letters of a country in lower case.
        package let rawValue: String
        /// The numbers; several if a time zone spans countries with different numbers, none if the region is unknown.
        package let calls: [Call]
        /// Whether no person chose the region.
        package let isGuessed: Bool

        package init?(rawValue: String) {
            switch rawValue {
            case "unknown": calls = []
            case "eu": calls = [Call(number: "112", codes: ["eu"])]
            case "gb": return nil
            default:
                guard let country = EmergencyNumbers.country(rawValue == "uk" ? "gb" : rawValue),
                    rawValue == "uk" || country.code == rawValue
                else { return nil }
                calls = [Call(number: country.number, codes: [country.code])]
            }
            self.rawValue = rawValue
            isGuessed = false
        }

        /// The region of a time zone, by the codes of its countries; Antarctica and the French Southern Territories, where
        /// no household lives, do not count. Nil if the number of one of them is not known, or if
        /// there are more than three numbers.
        package init?(countries: [String]) {
            let countries = countries.filter { !["AQ", "TF"].contains($0) }
            let known = countries.compactMap(EmergencyNumbers.country)
            guard known.count == countries.count, !known.isEmpty else { return nil }
            var calls: [Call] = []
            for country in known where !calls.contains(where: { $0.number == country.number }) {
                let codes = known.filter { $0.number == country.number }.map(\.code)
                calls.append(Call(number: country.number, codes: codes))
            }
            guard calls.count <= 3 else { return nil }
            self.calls = calls
            rawValue = known.count == 1 ? known[0].code == "gb" ? "uk" : known[0].code : "unknown"
            isGuessed = true
        }

        private init(_ code: String, _ calls: [Call]) {
            rawValue = code
            self.calls = calls
            isGuessed = false
        }

        package static let eu = Region("eu", [Call(number: "112", codes: ["eu"])])
        package static let uk = Region("uk", [Call(number: "999", codes: ["gb"])])
        package static let us = Region("us", [Call(number: "911", codes: ["us"])])
        package static let ca = Region("ca", [Call(number: "911", codes: ["ca"])])
        package static let au = Region("au", [Call(number: "000", codes: ["au"])])
        /// No number is named.
        package static let unknown = Region("unknown", [])

        /// All that can be chosen, by name, and `unknown`.
        package static var allCases: [Region] {
            let codes = ["eu"] + EmergencyNumbers.countries.map { $0.code == "gb" ? "uk" : $0.code } + ["unknown"]
            return codes.compactMap(Region.init(rawValue:))
        }

        /// The name in the language of the current task.
        package var name: String {
            if self == .eu { return localized("European Union") }
            return calls.isEmpty
                ? localized("not set", context: "region of the emergency number")
                : calls.flatMap(\.places).joined(separator: ", ")
        }

        /// The one number; nil if there is none or several.
        package var emergencyNumber: String? { calls.count == 1 ? calls[0].number : nil }

        /// The number and, if no person chose the region, its place: "112", "112 (Austria)", "144 in Switzerland or 112 in
        /// Germany, Liechtenstein"; nil if none is known.
        package var numberWords: String? {
            guard let number = emergencyNumber else {
                guard let first = calls.first else { return nil }
                return calls.dropFirst().reduce(first.text) { LocalList.or([$0, $1.text]) }
            }
            return isGuessed ? "\(number) (\(name))" : number
        }

        /// The number for poisoning and urgent questions; nil if the region has no single number that is known here.
        package var adviceLine: String? {
            switch rawValue {
            case "uk": localized("NHS 111: call 111")
            case "us": localized("US Poison Help: call 1-800-222-1222")
            default: nil
            }
        }
    }

    /// The text for an emergency; it is shown before everything else and at once.
    package static func emergency(_ region: Region) -> String {
        let call =
            if let number = region.numberWords {
                localized("This may be an emergency. Call \(number, "number") now. Do not wait for symptoms.")
            } else {
                localized(
                    "This may be an emergency. Call your local emergency number now. Do not wait for symptoms.")
            }
        let advice = region.adviceLine.map {
            localized("If no one is in danger this minute: \($0, "advice").")
        }
        let label = localized("Keep the medicine and its label at hand when you call.")
        return [call, advice, label].compactMap(\.self).joined(separator: " ")
    }

    /// The text for a person who thinks of self-harm.
    package static func crisis(_ region: Region) -> String {
        guard let number = region.numberWords else {
            return localized(
                """
                This may be an emergency. If you may harm yourself, or have taken something, call your local emergency \
                number now or go to the nearest emergency department. You do not have to be alone with this: tell \
                somebody near you, and stay with them.
                """)
        }
        return localized(
            """
            This may be an emergency. If you may harm yourself, or have taken something, call \(number, "number") now \
            or go to the nearest emergency department. You do not have to be alone with this: tell somebody near you, \
            and stay with them.
            """)
    }

    package static var missedDose: String {
        localized(
            """
            Do not take a double dose to make up unless your pharmacist or prescriber told you to. Ask them what to do \
            about this missed dose.
            """)
    }

    package static var notAdvice: String {
        localized(
            """
            This is not medical advice. It repeats your label in plainer words; where they differ, the label counts.
            """)
    }

    package static var notOnLabel: String { localized("Your label does not say. Ask your pharmacist.") }
    package static var noPurpose: String { localized("Your label does not say what it is for.") }
    package static var cannotAnswer: String {
        localized("This cannot be answered from your label. Ask your pharmacist or the person who prescribed it.")
    }
    package static var generalMark: String { localized("General information, not from your label.") }
    package static var noWarnings: String {
        localized("No warning was read on this label. That does not mean there are none: check it.")
    }
    package static var noDirections: String {
        localized(
            """
            The directions on this label were not read. Check the label, or ask your pharmacist how to take it.
            """)
    }
    package static var leftOutLine: String {
        localized(
            """
            A line of the picture reads as if it was meant for a computer program. It was left out: check the label.
            """)
    }

    /// Statements that are true for every medicine and advise on none.
    package static var general: [String] {
        [
            localized("Keep medicines out of the sight and reach of children."),
            localized("Do not share your medicine with anyone else."),
            localized("Ask your pharmacist if anything on the label is unclear."),
        ]
    }
}
