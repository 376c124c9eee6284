import Accounts
import Doses
import Household
import Recognition
import Support
import Testing

@testable import Web

@Suite("Who logged a dose", .tags(.small))
struct DoseAuthorTests {
    @Test("The words name other people, and are empty for the viewer and without an author")
    func words() throws {
        let (ada, ben) = (try #require(Account.ID("ada")), try #require(Account.ID("ben")))
        let author = DoseLog.Author(account: ben.rawValue, name: "Ben")
        #expect(DoseAuthor.words(author) == " by Ben")
        #expect(DoseAuthor.words(author, besides: .person(ada)) == " by Ben")
        #expect(DoseAuthor.words(author, besides: .household) == " by Ben")
        #expect(DoseAuthor.words(author, besides: .person(ben)).isEmpty)
        #expect(DoseAuthor.words(nil, besides: .household).isEmpty)
        #expect(DoseAuthor.words(.init(account: "c", name: String(repeating: "n", count: 400))).count < 70)
    }
}
