import Messages

/// The fixed safety texts and the telephone numbers, in the language of the current task.
public enum SafetyText {
    /// Where the household is: a choice of its settings, or what its time zone tells. The telephone numbers depend on it.
    public struct Region: RawRepresentable, Sendable, Hashable, CaseIterable {
        /// A number, and the places where it is the right one.
        public struct Call: Sendable, Hashable {
            /// The telephone number as it is dialled.
            public let number: String
            /// The codes of the places: two letters of a country in lower case, or "eu".
            let codes: [String]

            /// The names of the places in the language of the current task.
            public var places: [String] {
                codes.map { code in
                    code == "eu"
                        ? localized("the European Union") : EmergencyNumbers.country(code).map(\.name) ?? code
                }
            }

            /// "112 in Germany, Liechtenstein".
            public var text: String {
                localized("\(number, "number") in \(places.joined(separator: ", "), "places")")
            }
        }

        /// The value of the setting: "eu", "uk", or the two letters of a country in lower case.
        public let rawValue: String
        /// The numbers; several if a time zone spans countries with different numbers, none if the region is unknown.
        public let calls: [Call]
        /// Whether no person chose the region.
        public let isGuessed: Bool

        /// Returns nil unless the value is "eu", "uk", "unknown", or the lower-case code of a country in
        /// `EmergencyNumbers` other than "gb".
        public init?(rawValue: String) {
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
        public init?(countries: [String]) {
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

        /// The European Union, where the number is 112.
        public static let eu = Region("eu", [Call(number: "112", codes: ["eu"])])
        /// The United Kingdom, where the number is 999. The value is "uk", not the country code "gb".
        public static let uk = Region("uk", [Call(number: "999", codes: ["gb"])])
        /// The United States of America, where the number is 911.
        public static let us = Region("us", [Call(number: "911", codes: ["us"])])
        /// Canada, where the number is 911.
        public static let ca = Region("ca", [Call(number: "911", codes: ["ca"])])
        /// Australia, where the number is 000.
        public static let au = Region("au", [Call(number: "000", codes: ["au"])])
        /// No number is named.
        public static let unknown = Region("unknown", [])

        /// All that can be chosen, by name, and `unknown`.
        public static var allCases: [Region] {
            let codes = ["eu"] + EmergencyNumbers.countries.map { $0.code == "gb" ? "uk" : $0.code } + ["unknown"]
            return codes.compactMap(Region.init(rawValue:))
        }

        /// The name in the language of the current task.
        public var name: String {
            if self == .eu { return localized("European Union") }
            return calls.isEmpty
                ? localized("not set", context: "region of the emergency number")
                : calls.flatMap(\.places).joined(separator: ", ")
        }

        /// The one number; nil if there is none or several.
        public var emergencyNumber: String? { calls.count == 1 ? calls[0].number : nil }

        /// The number and, if no person chose the region, its place: "112", "112 (Austria)", "144 in Switzerland or 112 in
        /// Germany, Liechtenstein"; nil if none is known.
        public var numberWords: String? {
            guard let number = emergencyNumber else {
                guard let first = calls.first else { return nil }
                return calls.dropFirst().reduce(first.text) { LocalList.or([$0, $1.text]) }
            }
            return isGuessed ? "\(number) (\(name))" : number
        }

        /// The number for poisoning and urgent questions; nil if the region has no single number that is known here.
        public var adviceLine: String? {
            switch rawValue {
            case "uk": localized("NHS 111: call 111")
            case "us": localized("US Poison Help: call 1-800-222-1222")
            default: nil
            }
        }
    }

    /// The text for an emergency; it is shown before everything else and at once.
    public static func emergency(_ region: Region) -> String {
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
    public static func crisis(_ region: Region) -> String {
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

    /// The sentence for a missed dose: take no double dose, and ask the pharmacist or prescriber.
    public static var missedDose: String {
        localized(
            """
            Do not take a double dose to make up unless your pharmacist or prescriber told you to. Ask them what to do \
            about this missed dose.
            """)
    }

    /// The notice beside an explanation or an answer: it is no medical advice, and the label counts.
    public static var notAdvice: String {
        localized(
            """
            This is not medical advice. It repeats your label in plainer words; where they differ, the label counts.
            """)
    }

    /// The answer to a question that the label does not answer.
    public static var notOnLabel: String { localized("Your label does not say. Ask your pharmacist.") }
    /// The sentence for a label that does not state the purpose of the medicine.
    public static var noPurpose: String { localized("Your label does not say what it is for.") }
    /// The sentence shown if a question has no answer from the label.
    public static var cannotAnswer: String {
        localized("This cannot be answered from your label. Ask your pharmacist or the person who prescribed it.")
    }
    /// The mark of a sentence that is general information and not from the label.
    public static var generalMark: String { localized("General information, not from your label.") }
    /// The sentence for a label on which no warning was read; there may be warnings nevertheless.
    public static var noWarnings: String {
        localized("No warning was read on this label. That does not mean there are none: check it.")
    }
    /// The sentence for a label whose directions were not read.
    public static var noDirections: String {
        localized(
            """
            The directions on this label were not read. Check the label, or ask your pharmacist how to take it.
            """)
    }
    /// The notice that a line of the picture was left out because it looks like an instruction for a program.
    public static var leftOutLine: String {
        localized(
            """
            A line of the picture reads as if it was meant for a computer program. It was left out: check the label.
            """)
    }

    /// Statements that are true for every medicine and advise on none.
    public static var general: [String] {
        [
            localized("Keep medicines out of the sight and reach of children."),
            localized("Do not share your medicine with anyone else."),
            localized("Ask your pharmacist if anything on the label is unclear."),
        ]
    }
}
