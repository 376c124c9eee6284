import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Support
import Synchronization
import Testing

@testable import PhotographObjects

@Suite("Bucket", .tags(.small))
struct BucketTests {
    let service = MemoryBucket()

    @Test(
        "An address has a scheme, a host, a bucket and perhaps a prefix",
        arguments: [
            ("https://s3.example.net/house", "https://s3.example.net/house"),
            ("HTTPS://S3.Example.net:443/house/", "https://s3.example.net/house"),
            ("http://127.0.0.1:9000/house/a/b", "http://127.0.0.1:9000/house/a/b"),
            ("https://[::1]:9000/house", "https://[::1]:9000/house"),
            ("https://s3.example.net", nil), ("https://s3.example.net/ab", nil), ("ftp://s3.example.net/house", nil),
            ("https://key@s3.example.net/house", nil), ("https://s3.example.net/house?x=1", nil),
            ("https://s3.example.net/house/a b", nil), ("https://s3.example.net/house/ä", nil),
        ] as [(String, String?)])
    func addresses(_ text: String, _ expected: String?) {
        #expect(URL(string: text).flatMap { BucketAddress($0) }?.description == expected)
    }

    @Test("An object is stored once, and only replaced on demand")
    func storedOnce() async throws {
        let bucket = try service.bucket()
        #expect(try await bucket.put("a", [1], type: "image/jpeg", isReplacing: false))
        #expect(try await !bucket.put("a", [2], type: "image/jpeg", isReplacing: false))
        #expect(try await bucket.get("a", about: 0) == [1])
        #expect(try await bucket.put("a", [2], type: "image/jpeg", isReplacing: true))
        #expect(try await bucket.get("a", about: 0) == [2])
        #expect(service.keys == ["home/a"])
    }

    @Test("A service that knows no conditions stores objects, too")
    func unconditional() async throws {
        service.state.withLock { $0.knowsConditions = false }
        let bucket = try service.bucket()
        #expect(try await bucket.put("a", [1], type: "image/jpeg", isReplacing: false))
        #expect(try await bucket.get("a", about: 0) == [1])
    }

    @Test("A missing object is no error, but a missing bucket is")
    func missing() async throws {
        let bucket = try service.bucket()
        #expect(try await bucket.get("a", about: 0) == nil)
        #expect(try await bucket.state("a") == nil)
        try await bucket.remove("a")
        service.fail(404, "NoSuchBucket")
        let error = await #expect(throws: HouseholdError.self) { try await bucket.get("a", about: 0) }
        #expect(error?.message == "There is no bucket https://s3.example.net/house/home.")
    }

    @Test("An object that changed in the service is not returned")
    func damaged() async throws {
        let bucket = try service.bucket()
        try await bucket.put("a", [1, 2], type: "image/jpeg", isReplacing: false)
        service.state.withLock { $0.objects["home/a"]?.bytes = [1, 3] }
        let error = try #require(await #expect(throws: HouseholdError.self) { try await bucket.get("a", about: 0) })
        #expect(Bucket.isDamage(error))
    }

    @Test("A list has all pages, without the prefix")
    func listed() async throws {
        service.state.withLock { $0.pageSize = 2 }
        let bucket = try service.bucket()
        for name in ["a", "b", "c", "d", "e"] {
            try await bucket.put(name, [1, 2, 3], type: "image/jpeg", isReplacing: false)
        }
        var found: [Bucket.Object] = []
        try await bucket.list { found += $0 }
        #expect(found.map(\.key) == ["a", "b", "c", "d", "e"])
        #expect(found.allSatisfy { $0.size == 3 })
        #expect(found.first?.modified == (try Date("2026-01-02T03:04:05Z", strategy: .iso8601)))
    }

    @Test(
        "An answer that is an error has a message that says what to do, and never the text of the service",
        arguments: [
            (403, "SignatureDoesNotMatch", HouseholdError.Code.storageFailed, "does not accept the key"),
            (403, "RequestTimeTooSkewed", .storageFailed, "this machine's clock is wrong"),
            (301, "PermanentRedirect", .storageFailed, "at another address, or in another region"),
            (507, "InsufficientStorage", .storageFull, "is full"),
            (418, "Teapot", .storageFailed, "did not do what was asked"),
        ])
    func failures(_ status: Int, _ code: String, _ expected: HouseholdError.Code, _ words: String) async throws {
        let bucket = try service.bucket()
        service.fail(status, code)
        let error = try #require(
            await #expect(throws: HouseholdError.self) {
                try await bucket.put("a", [1], type: "image/jpeg", isReplacing: false)
            })
        #expect(error.code == expected && error.message.contains(words))
        #expect(error.detail == "\(status) \(code)" && error.hint != nil)
        #expect(!"\(error)".contains("secret"))
    }

    @Test("A service that cannot be reached is said to be so")
    func unreachable() async throws {
        let bucket = try service.bucket()
        service.state.withLock { $0.fault = { _ in throw HTTPTransportError(.noNetwork, "no network") } }
        let error = await #expect(throws: HouseholdError.self) { try await bucket.check() }
        #expect(
            error?.message == "The bucket with the photographs (https://s3.example.net/house/home) does not answer.")
    }

}

extension BucketTests {
    @Test("An upload that meets another one of the same object is tried again, and is not taken for stored")
    func conflict() async throws {
        let bucket = try service.bucket()
        let service = service
        service.answer { request in
            let count = service.requests.count { $0.hasPrefix("PUT") }
            return request.method == .put && count <= 2 ? (409, "ConditionalRequestConflict") : nil
        }
        #expect(try await bucket.put("a", [1], type: "image/jpeg", isReplacing: false))
        #expect(service.keys == ["home/a"])
        service.fail(409, "ConditionalRequestConflict")
        await #expect(throws: HouseholdError.self) {
            try await bucket.put("b", [1], type: "image/jpeg", isReplacing: false)
        }
    }

    @Test("A response of another program at the address is neither an empty list nor a missing object")
    func otherProgram() async throws {
        let bucket = try service.bucket()
        service.state.withLock {
            $0.fault = { request in
                .init(
                    head: HTTPResponse(status: request.path?.contains("?") == true ? .ok : .notFound),
                    body: Array("<html>Welcome</html>".utf8))
            }
        }
        await #expect(throws: HouseholdError.self) { try await bucket.check() }
        await #expect(throws: HouseholdError.self) { try await bucket.list { _ in } }
        await #expect(throws: HouseholdError.self) { try await bucket.get("a", about: 0) }
    }

    @Test("A list that is cut off is not taken for a complete one")
    func cutOff() async throws {
        let bucket = try service.bucket()
        service.state.withLock {
            $0.fault = { _ in
                .init(
                    head: HTTPResponse(status: .ok),
                    body: Array("<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>".utf8))
            }
        }
        await #expect(throws: HouseholdError.self) { try await bucket.list { _ in } }
    }

    @Test("A removal from a bucket that is missing is no success")
    func removedNowhere() async throws {
        let bucket = try service.bucket()
        service.fail(404, "NoSuchBucket")
        await #expect(throws: HouseholdError.self) { try await bucket.remove("a") }
    }

    @Test("Characters of XML are read")
    func characters() {
        let answer = BucketAnswer(Array("<a><Key>x&amp;y&lt;&#65;&#x42;&unknown;</Key><Key>2</Key></a>".utf8))
        #expect(answer.text("Key") == "x&y<AB&unknown;")
        #expect(answer.elements("Key").count == 2 && answer.text("Size") == nil)
    }
}
