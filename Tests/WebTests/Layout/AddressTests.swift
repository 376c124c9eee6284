import Hummingbird
import HummingbirdTesting
import Larder
import Plants
import Recognition
import Support
import Testing

@testable import Web

@Suite("An address of the site", .tags(.small))
struct AddressTests {
    private static let note = Address<Plant.ID, Int>("/plants/:id/notes/:number/remove")
    private static let code = Address<String>("/products/:code")

    @Test("A link has the values in the places of the parameters")
    func link() throws {
        #expect(Self.note(try #require(Plant.ID("p-1")), 12) == "/plants/p-1/notes/12/remove")
        #expect(Self.code.appending("raw")("5010477348678") == "/products/5010477348678/raw")
        #expect(Self.code.appending("raw").pattern == "/products/:code/raw")
    }

    @Test(
        "A value that has a meaning in an address is escaped in a link",
        arguments: [
            ("a/b", "a%2Fb"), ("a?b#c", "a%3Fb%23c"), ("50 %", "50%20%25"), ("ü", "%C3%BC"), ("d1:2@3", "d1:2@3"),
        ])
    func escaped(value: String, text: String) {
        #expect(Self.code(value) == "/products/" + text)
    }

    @Test("A query has the values that are there, escaped, and stands before the fragment")
    func query() {
        #expect("/plants".with([:]) == "/plants")
        #expect(
            "/plants".with(["q": "rose & thorn", "room": nil, "sort": "name"])
                == "/plants?q=rose%20%26%20thorn&sort=name")
        #expect("/agenda?show=today".with(["did": "3,7-40"], at: "day") == "/agenda?show=today&did=3,7-40#day")
        #expect("/larder".with(at: "counts") == "/larder#counts")
    }

    @Test("A handler reads the values that the link was made of")
    func roundTrip() async throws {
        let router = Router(context: AppRequestContext.self)
        router.on(.get, Self.note) { _, context in
            let (id, number) = try Self.note.read(context)
            return Response(status: .ok, body: .init(byteBuffer: .init(string: "\(id) \(number)")))
        }
        let plant = try #require(Plant.ID("p-1"))
        try await Application(router: router).test(.router) { client in
            let answer = try await client.execute(uri: Self.note(plant, 12), method: .get)
            #expect(String(buffer: answer.body) == "p-1 12")
            let other = try await client.execute(uri: "/plants/p-1/notes/twelve/remove", method: .get)
            #expect(other.status == .notFound)
        }
    }

    @Test("The file of a picture or of a calendar is read as it is written")
    func files() throws {
        #expect(ProductPictureFile(.front).addressText == "front.jpg")
        #expect(ProductPictureFile(addressText: "front.jpg")?.kind == .front)
        #expect(ProductPictureFile(addressText: "front.png") == nil)
        #expect(ProductPictureFile(addressText: "back.jpg") == nil)
        #expect(CalendarFile(addressText: CalendarFile(secret: "abc").addressText)?.secret == "abc")
        #expect(CalendarFile(addressText: "abc.txt") == nil)
        #expect(PictureFile(addressText: "original") == .original)
        #expect(PictureFile(addressText: "original.jpg") == nil)
    }
}
