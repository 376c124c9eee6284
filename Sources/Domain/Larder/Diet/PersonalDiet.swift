import Messages

/// What one person of the household does not eat, in addition to the diet of everyone.
public struct PersonalDiet: Sendable, Hashable {
    /// The name in the household, unique without regard to case.
    public let name: String
    /// What the person does not eat, without the diet of everyone.
    public let diet: Diet

    /// The largest number of people with a diet of their own.
    public static let limit = 12
    /// In code points.
    public static let nameLimit = 40

    /// Returns nil if the name is empty or too long, or has a character that separates people in the text.
    public init?(name: String, diet: Diet) {
        let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !name.isEmpty, name.unicodeScalars.count <= Self.nameLimit, !name.contains(where: { ":;,".contains($0) }),
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        self.name = name
        self.diet = diet
    }

    /// Returns everything that the person does not eat. Of two rules for traces, the stricter one counts.
    public func joined(with everyone: Diet) -> Diet {
        var all = diet
        all.allergens.formUnion(everyone.allergens)
        all.preferences.formUnion(everyone.preferences)
        all.words = Diet.words(Diet.text(everyone.words + diet.words)) ?? everyone.words + diet.words
        // A rule for traces applies to allergens and to single ingredients.
        let rules = [everyone, diet].filter { !$0.allergens.isEmpty || !$0.words.isEmpty }.map(\.traces)
        all.traces = TraceRule.allCases.first(where: rules.contains) ?? diet.traces
        return all
    }
}

// MARK: - The setting

extension PersonalDiet {
    private static let ingredient = "without "
    private static let rule = "traces "

    /// Reads "Mia: nuts, milk, traces refuse; Ben: vegan, without coriander", or one person per line. Returns nil if a part
    /// is not known, a name is there twice, or there are more than `limit` people.
    public static func list(_ text: String) -> [PersonalDiet]? {
        guard text.unicodeScalars.count <= 20_000 else { return nil }
        var people: [PersonalDiet] = []
        for part in text.split(whereSeparator: { $0 == ";" || $0.isNewline }) {
            guard part.contains(where: { !$0.isWhitespace }) else { continue }
            let halves = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, let diet = diet(halves[1]),
                let person = PersonalDiet(name: String(halves[0]), diet: diet),
                !people.contains(where: { $0.isNamed(person.name) })
            else { return nil }
            people.append(person)
        }
        return people.count <= limit ? people : nil
    }

    /// Returns true if this is the name of the person, without regard to case.
    public func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }

    private static func diet(_ text: Substring) -> Diet? {
        var diet = Diet()
        var words: [String] = []
        for part in text.split(separator: ",") {
            let item = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if item.isEmpty { continue }
            if let allergen = Allergen(rawValue: item.lowercased()) {
                diet.allergens.insert(allergen)
            } else if let preference = Diet.Preference(rawValue: item.lowercased()) {
                diet.preferences.insert(preference)
            } else if item.lowercased().hasPrefix(rule),
                let traces = TraceRule(rawValue: item.dropFirst(rule.count).lowercased())
            {
                diet.traces = traces
            } else if item.lowercased().hasPrefix(ingredient) {
                words.append(String(item.dropFirst(ingredient.count)))
            } else {
                return nil
            }
        }
        guard let read = Diet.words(Diet.text(words)) else { return nil }
        diet.words = read
        return diet
    }

    /// Returns the text that `list(_:)` reads.
    public static func text(_ people: [PersonalDiet]) -> String {
        people.map { person in
            let diet = person.diet
            let parts =
                Allergen.allCases.filter(diet.allergens.contains).map(\.rawValue)
                + Diet.Preference.allCases.filter(diet.preferences.contains).map(\.rawValue)
                + diet.words.map { ingredient + $0 }
                + (diet.traces == Diet().traces ? [] : [rule + diet.traces.rawValue])
            return person.name + ": " + parts.joined(separator: ", ")
        }.joined(separator: "; ")
    }
}

/// The verdict on a product for one person with a diet of their own.
public struct PersonalReport: Sendable, Hashable {
    /// The name of the person, as in `PersonalDiet`.
    public let name: String
    /// The verdict on everything that the person does not eat, including the diet of everyone.
    public let report: DietReport
}

/// The diets of a household.
public struct HouseholdDiet: Sendable, Hashable {
    /// What the whole household does not eat.
    public let everyone: Diet
    /// The people with a diet of their own, in addition to `everyone`.
    public let people: [PersonalDiet]

    public init(everyone: Diet, people: [PersonalDiet]) {
        self.everyone = everyone
        self.people = people
    }

    /// Returns the verdict for everyone; nil if the diet of everyone is empty.
    public func report(of product: Product) -> DietReport? {
        everyone.isEmpty ? nil : DietReport(of: product, for: everyone)
    }

    /// Returns the verdict for each person with a diet of their own, on everything that the person does not eat.
    public func personalReports(of product: Product) -> [PersonalReport] {
        people.compactMap { person in
            let diet = person.joined(with: everyone)
            return diet.isEmpty
                ? nil : PersonalReport(name: person.name, report: DietReport(of: product, for: diet))
        }
    }
}
