import HTTPTypes
import HummingbirdTesting
import Support
import Testing

@testable import Web

@Suite("The search of the settings", .tags(.medium))
struct SettingsIndexTests {
    private let index = SettingsIndex(
        serviceWords: "Ready", careWords: "No token yet", holidayWords: "No holiday is planned.",
        networkWords: "Closed.",
        examples: nil, deadNotices: 0, waiting: 0, mayChangeKeys: true, hasAccount: true, mayChangePeople: true)

    @Test("Each field that can be found is on its page, with its label")
    func fields() async throws {
        let house = try AccountHouse()
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            // The set-up steps lead to the first of them.
            for section in index.sections where section.row.href != Site.welcome {
                let answer = try await visit.get(section.row.href, cookie: cookie)
                #expect(answer.status == .ok, "\(section.row.href)")
                for field in section.fields {
                    #expect(answer.text.contains(" id=\"\(field.id)\""), "\(section.row.href) \(field.id)")
                    #expect(answer.text.contains(field.label), "\(section.row.href) \(field.label)")
                }
            }
        }
    }

    @Test(
        "A search finds pages and fields by all of its words, whatever their case and accents",
        arguments: [
            ("latitude", ["/settings/home#latitude"]),
            ("QUIET", ["/settings/reminders#quiet-from", "/settings/reminders#quiet-to"]),
            ("saved answers days", ["/settings/answers#days"]), ("answers quiet", []), ("zzz", []),
            ("trefle", ["/settings/trefle", "/settings/trefle#token"]), ("PASSKEYS", ["/account/passkeys"]),
            ("install", ["/settings#install"]), ("Hölidays", ["/settings/pause"]),
        ])
    func search(text: String, expected: [String]) {
        #expect(index.rows(matching: text).map(\.href) == expected)
    }

    @Test("The page shows every page of the settings, or what was found, and never the search as HTML")
    func page() async throws {
        let house = try AccountHouse()
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let all = try await visit.get(Site.settings, cookie: cookie).text
            #expect(all.contains("href=\"/settings/home\"") && all.contains("href=\"/larder/diet\""))
            #expect(!all.contains("were found"))
            let found = try await visit.get("/settings?q=quiet", cookie: cookie).text
            #expect(
                found.contains("2 settings were found.") && found.contains("href=\"/settings/reminders#quiet-from\""))
            #expect(!found.contains("href=\"/settings/home\""))
            let none = try await visit.get("/settings?q=%3Cb%3E", cookie: cookie).text
            #expect(none.contains("Nothing was found.") && none.contains("value=\"&lt;b&gt;\""))
        }
    }
}
