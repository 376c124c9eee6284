import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Larder
import OnlineServices
import Support
import Testing

/// Pictures are fetched only from the services' own hosts, completely or in part, and with a size limit.
@Suite("Pictures of products", .tags(.small))
struct FoodPictureTests {
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]
    private static let webp: [UInt8] = Array("RIFF".utf8) + [9, 0, 0, 0] + Array("WEBPVP8 ".utf8)
    private static let address = "https://images.openfoodfacts.org/images/products/020/1.jpg"
    private static let box = FoodQuestion.Box(left: 0.2, top: 0.1, right: 0.4, bottom: 0.3)

    private func fetch(
        _ wire: FoodWire, _ address: String = address, _ box: FoodQuestion.Box? = nil,
        clock: PatientClock = FoodSample.patient()
    ) async throws -> [UInt8] {
        try await FoodSample.service(wire, clock: clock).readers.picture(address, box)
    }

    private func failure(
        _ wire: FoodWire, _ address: String = address, _ box: FoodQuestion.Box? = nil
    ) async throws -> HouseholdError.Code? {
        try await FoodSample.failure { try await fetch(wire, address, box) }?.error.code
    }

    @Test("JPEG, PNG and WebP pictures are accepted", arguments: [jpeg, png, webp])
    func kinds(bytes: [UInt8]) async throws {
        let wire = FoodWire { _ in FoodWire.bytes(bytes) }
        #expect(try await fetch(wire) == bytes)
        let seen = try #require(wire.seen.first)
        #expect(wire.seen.count == 1 && seen.url == Self.address && seen.responseLimit == 8 * 1024 * 1024)
        #expect(seen.head.headerFields[.authorization] == nil)
        #expect(seen.head.headerFields[.userAgent] == "Stillroom/1.2 (house@example.org)")
    }

    @Test(
        "A file that is not a picture is refused",
        arguments: ["", "<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF89a", "RIFF....WAVE", "{}", "<html>"])
    func noPicture(body: String) async throws {
        #expect(try await failure(FoodWire(200, body)) == .serviceUnreadable)
    }

    @Test(
        "Pictures are fetched from hosts of the Open Food Facts family and from configured hosts",
        arguments: [
            "https://images.openfoodfacts.org/1.jpg", "http://static.openfoodfacts.net/1.jpg",
            "https://openfoodfacts.org/1.jpg", "https://IMAGES.OpenBeautyFacts.org/1.jpg",
            "https://images.openpetfoodfacts.org/1.jpg", "https://images.openproductsfacts.net/1.jpg",
            "https://images.openfoodfacts.org:443/1.jpg", "https://food.test/1.jpg", "https://robotoff.test/1.jpg",
            "https://pictures.test/1.jpg?a=b",
        ])
    func allowed(address: String) async throws {
        #expect(try await fetch(FoodWire { _ in FoodWire.bytes(Self.jpeg) }, address) == Self.jpeg)
    }

    @Test(
        "Pictures are not fetched from other hosts",
        arguments: [
            "https://evil.test/1.jpg", "https://openfoodfacts.org.evil.test/1.jpg",
            "https://evilopenfoodfacts.org/1.jpg",
            "https://images.openfoodfacts.com/1.jpg", "https://images.openfoodfacts.org:8443/1.jpg",
            "http://images.openfoodfacts.org:443/1.jpg", "https://me@images.openfoodfacts.org/1.jpg",
            "https://images.openfoodfacts.org@evil.test/1.jpg", "https://evil.test#images.openfoodfacts.org",
            "https://evil.test\\\\.openfoodfacts.org/", "https://images.openfoodfacts.org./1.jpg",
            "file:///etc/passwd", "ftp://images.openfoodfacts.org/1.jpg", "//images.openfoodfacts.org/1.jpg", "1.jpg",
            "", "https://food.test:8080/1.jpg", "http://food.test/1.jpg", "http://169.254.169.254/",
            "http://localhost/",
            "https://images.openfoodfacts.org/\r\nX: y", "https://sub.food.test/1.jpg",
        ])
    func forbidden(address: String) async throws {
        let wire = FoodWire { _ in FoodWire.bytes(Self.jpeg) }
        #expect(try await failure(wire, address) == .valueRefused)
        #expect(try await failure(wire, address, Self.box) == .valueRefused)
        #expect(wire.seen.isEmpty)
    }

    @Test("A redirect is followed once, within the family")
    func redirect() async throws {
        let wire = FoodWire { seen in
            seen.url == Self.address
                ? FoodWire.json(
                    "", status: 302, fields: FoodWire.field(.location, "https://static.openfoodfacts.org/2.jpg"))
                : FoodWire.bytes(Self.jpeg)
        }
        #expect(try await fetch(wire) == Self.jpeg)
        #expect(wire.seen.map(\.url) == [Self.address, "https://static.openfoodfacts.org/2.jpg"])
        let relative = FoodWire { seen in
            seen.path == "/images/products/020/1.jpg"
                ? FoodWire.json("", status: 301, fields: FoodWire.field(.location, "2.jpg")) : FoodWire.bytes(Self.jpeg)
        }
        #expect(try await fetch(relative) == Self.jpeg)
        #expect(relative.seen.last?.url == "https://images.openfoodfacts.org/images/products/020/2.jpg")
    }
}

extension FoodPictureTests {
    @Test(
        "A redirect to another host is not followed",
        arguments: [
            "https://evil.test/1.jpg", "http://images.openfoodfacts.org/1.jpg", "http://127.0.0.1/",
            "file:///etc/passwd",
            "//evil.test/1.jpg", "https://me:pw@images.openfoodfacts.org/1.jpg",
        ])
    func redirectElsewhere(location: String) async throws {
        let wire = FoodWire(302, "", fields: FoodWire.field(.location, location))
        #expect(try await failure(wire) == .serviceFailed)
        #expect(wire.seen.count == 1)
    }

    @Test("A second redirect is not followed")
    func redirectLoop() async throws {
        let wire = FoodWire(302, "", fields: FoodWire.field(.location, Self.address))
        #expect(try await failure(wire) == .serviceFailed)
        #expect(wire.seen.count == 2)
    }

    // MARK: - A part

    @Test("A part of a picture is requested from Robotoff first, in one call")
    func part() async throws {
        let wire = FoodWire { _ in FoodWire.bytes(Self.jpeg) }
        #expect(try await fetch(wire, Self.address, Self.box) == Self.jpeg)
        let seen = try #require(wire.seen.first)
        #expect(wire.seen.count == 1 && seen.path == "/api/v1/images/crop" && seen.head.authority == "robotoff.test")
        #expect(
            seen.fields == [
                "image_url": Self.address, "y_min": "0.1", "x_min": "0.2", "y_max": "0.3", "x_max": "0.4",
            ])
        #expect(seen.responseLimit == 8 * 1024 * 1024, "a part is no larger than a whole")
    }

    @Test(
        "A part is cut from the uploaded picture",
        arguments: [
            ("products/020/1.400.jpg", "products/020/1.jpg"), ("products/020/1.100.jpg", "products/020/1.jpg"),
            ("products/020/front_fr.12.400.jpg", "products/020/front_fr.12.full.jpg"),
            ("products/020/1.jpg", "products/020/1.jpg"), ("products/020/1.400.png", "products/020/1.400.png"),
        ])
    func full(asked: String, cut: String) async throws {
        let (root, wire) = ("https://images.openfoodfacts.org/images/", FoodWire { _ in FoodWire.bytes(Self.jpeg) })
        _ = try await fetch(wire, root + asked, Self.box)
        #expect(wire.seen.first?.fields["image_url"] == root + cut)
        // The whole picture is fetched from the requested address.
        _ = try await fetch(wire, root + asked)
        #expect(wire.seen.last?.url == root + asked)
    }

    @Test("If the part fails, the whole picture is fetched", arguments: [400, 404, 429, 500, 503, 200])
    func partFails(status: Int) async throws {
        let wire = FoodWire { seen in
            seen.path.contains("crop") ? FoodWire.json("{}", status: status) : FoodWire.bytes(Self.png)
        }
        #expect(try await fetch(wire, Self.address, Self.box) == Self.png)
        #expect(wire.seen.map(\.path) == ["/api/v1/images/crop", "/images/products/020/1.jpg"])
    }
}

extension FoodPictureTests {
    @Test("A picture has ten seconds in all, with a part and without")
    func timeOut() async throws {
        let wire = FoodWire { _ in try await FoodWire.untilCancelled() }
        let clock = PatientClock(patience: .seconds(11))
        let whole = try await FoodSample.failure { try await fetch(wire, clock: clock) }
        #expect(whole?.error.code == .serviceTimedOut && clock.slept == [.seconds(10)])
        let part = try await FoodSample.failure { try await fetch(wire, Self.address, Self.box, clock: clock) }
        #expect(part?.error.code == .serviceTimedOut)
        #expect(clock.slept == [.seconds(10), .seconds(4), .seconds(6)])
    }

    @Test("A cancelled caller gets CancellationError, and the whole picture is not requested")
    func cancelled() async throws {
        let (sent, sending) = AsyncStream.makeStream(of: Void.self)
        let wire = FoodWire { _ in
            sending.yield()
            return try await FoodWire.untilCancelled()
        }
        let task = Task { try await fetch(wire, Self.address, Self.box) }
        var next = sent.makeAsyncIterator()
        _ = await next.next()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(wire.seen.count == 1)
    }

    // MARK: - Failures

    @Test(
        "A transport failure of a picture has its error",
        arguments: [
            (HTTPTransportError.Code.noNetwork, HouseholdError.Code.serviceOffline),
            (.connectionFailed, .serviceOffline), (.timedOut, .serviceTimedOut), (.cutOff, .serviceFailed),
            (.tooLarge, .serviceUnreadable), (.invalidResponse, .serviceUnreadable),
        ])
    func wireFailures(code: HTTPTransportError.Code, expected: HouseholdError.Code) async throws {
        #expect(try await failure(FoodWire { _ in throw HTTPTransportError(code, "as told") }) == expected)
    }

    @Test(
        "A refused picture has its error",
        arguments: [
            (404, HouseholdError.Code.notFound), (410, .notFound), (403, .serviceFailed), (429, .serviceQuotaUsed),
            (500, .serviceFailed), (503, .servicePaused), (204, .serviceFailed), (206, .serviceFailed),
        ])
    func statuses(status: Int, expected: HouseholdError.Code) async throws {
        let wire = FoodWire { _ in
            .init(
                head: .init(status: .init(code: status), headerFields: FoodWire.field(.retryAfter, "12")),
                body: Self.jpeg)
        }
        let failure = try await FoodSample.failure { try await fetch(wire) }
        #expect(failure?.error.code == expected && failure?.retryAfter == 12 && wire.seen.count == 1)
    }
}
