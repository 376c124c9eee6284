import Household
import Recognition
import Support
import Testing

@Suite("Settings of a household", .tags(.small))
struct SettingTests {
    @Test("Every setting of the policy reads the text that it writes", arguments: Policy.Setting.allCases)
    func roundTrip(setting: Policy.Setting) {
        var policy = Policy()
        let text = policy.text(of: setting)
        let isTaken = policy.set(setting, to: text)
        #expect(isTaken)
        #expect(policy == Policy())
    }

    @Test(
        "A setting of the policy refuses an invalid value",
        arguments: [
            (Policy.Setting.strategy, "guess"), (.threshold, "1.01"), (.threshold, "nan"), (.threshold, "-0.1"),
            (.project, "k-middle europe"), (.project, "../../etc"), (.project, ""), (.language, "e"),
            (.language, "english"), (.language, "en-"), (.dailyBudget, "-1"), (.dailyBudget, "5.5"),
            (.cacheDays, "many"), (.cacheEntries, ""), (.matchesLookalikes, "perhaps"),
        ])
    func refused(setting: Policy.Setting, text: String) {
        var policy = Policy()
        let isTaken = policy.set(setting, to: text)
        #expect(!isTaken)
        #expect(policy == Policy())
    }

    @Test("A setting of the policy takes a valid value")
    func taken() {
        var policy = Policy()
        let taken = [
            policy.set(.strategy, to: "parallel"), policy.set(.threshold, to: "0.55"),
            policy.set(.project, to: "k-middle-europe"), policy.set(.language, to: "pt-br"),
            policy.set(.dailyBudget, to: "0"), policy.set(.matchesLookalikes, to: "true"),
        ]
        #expect(!taken.contains(false))
        #expect((policy.strategy, policy.askBelow) == (.parallel, 0.55))
        #expect(policy.project == "k-middle-europe" && policy.language == "pt-br")
        #expect((policy.dailyBudget, policy.matchesLookalikes) == (0, true))
    }

    @Test("Every setting of the home reads the text that it writes", arguments: Home.Setting.allCases)
    func homeRoundTrip(setting: Home.Setting) {
        var home = Home()
        let isTaken = home.set(setting, to: home.text(of: setting))
        #expect(isTaken)
        #expect(home == Home())
    }

    @Test(
        "A setting of the home writes the value that it took",
        arguments: [
            (Home.Setting.zone, "Europe/Vienna", "Europe/Vienna"), (.latitude, "-36.8", "-36.8"),
            (.place, " Graz ", "Graz"), (.units, "imperial", "imperial"), (.pets, "cat,dog,cat", "cat, dog"),
            (.preferredTime, "07:30", "07:30"), (.reminds, "0", "false"), (.advanceDays, "7", "7"),
            (.quietFrom, "none", "none"), (.quietTo, "", "07:00"), (.larderCountry, "gb", "uk"),
            (.larderLanguage, "", "en"), (.dietAllergens, "en:milk gluten", "gluten,milk"),
            (.dietTraces, "true", "refuse"), (.dietPreferences, "vegan", "vegan"),
            (.dietIngredients, "leek;celery", "leek, celery"), (.medicineKeepDays, "forever", "forever"),
            (.medicineKeepDays, "", "30"), (.medicineRegion, "uk", "uk"), (.medicineNoon, "", "12:00"),
            (.medicineRefillDays, "90", "90"),
        ])
    func homeTaken(setting: Home.Setting, text: String, written: String) {
        var home = Home()
        let isTaken = home.set(setting, to: text)
        #expect(isTaken)
        #expect(home.text(of: setting) == written)
    }

    @Test(
        "A setting of the home refuses an invalid value",
        arguments: [
            (Home.Setting.zone, "Vienna!"), (.latitude, "90.1"), (.latitude, "nan"),
            (.place, String(repeating: "a", count: 81)), (.units, "old"), (.preferredTime, ""), (.reminds, "yes"),
            (.advanceDays, "8"), (.advanceDays, ""), (.doseAdvance, "121"), (.quietFrom, "25:00"),
            (.larderLanguage, "DE"), (.larderCountry, "moon"), (.dietAllergens, "stones"), (.dietTraces, "perhaps"),
            (.dietPreferences, "tasty"), (.dietIngredients, "a"), (.medicineKeepDays, "3651"),
            (.medicineRegion, "moon"),
            (.medicineMorning, "8"), (.medicineRefillDays, "0"), (.medicineRefillDays, "91"),
        ])
    func homeRefused(setting: Home.Setting, text: String) {
        var home = Home()
        let isTaken = home.set(setting, to: text)
        #expect(!isTaken)
        #expect(home == Home())
    }

    @Test("No two settings have the same key")
    func keys() {
        let keys = Home.Setting.allCases.map(\.rawValue) + Policy.Setting.allCases.map(\.rawValue)
        #expect(Set(keys).count == keys.count)
    }
}
