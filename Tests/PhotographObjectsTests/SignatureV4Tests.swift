import Foundation
import HTTPTypes
import Support
import Testing

@testable import PhotographObjects

@Suite("SignatureV4", .tags(.small))
struct SignatureV4Tests {
    /// A request that botocore signed; `Fixtures/SignatureV4/make_cases.py` makes them.
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let method: String
        let host: String
        let target: String
        let fields: [String: String]
        let hash: String
        let time: Date
        let region: String
        let keyID: String
        let secret: String
        let authorization: String

        var testDescription: String { "\(method) \(host)\(target)" }

        static let all: [Case] = {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            guard let bytes = try? Fixture.bytes("SignatureV4/cases.json") else { return [] }
            return (try? decoder.decode([Case].self, from: Data(bytes))) ?? []
        }()
    }

    @Test("The cases are there")
    func present() { #expect(Case.all.count == 60) }

    @Test("Signatures are those of botocore", arguments: Case.all)
    func signed(_ each: Case) throws {
        var request = HTTPRequest(
            method: try #require(.init(each.method)), scheme: "https", authority: each.host, path: each.target)
        for (name, value) in each.fields { request.headerFields[try #require(.init(name))] = value }
        let signature = SignatureV4(.init(keyID: each.keyID, secret: each.secret), region: each.region)
        signature.sign(&request, bodyHash: each.hash, at: each.time)
        #expect(request.headerFields[.authorization] == each.authorization)
    }

    @Test("The first example in the documentation of AWS has the signature that is printed there")
    func documented() throws {
        var request = HTTPRequest(
            method: .get, scheme: "https", authority: "examplebucket.s3.amazonaws.com", path: "/test.txt")
        request.headerFields[.range] = "bytes=0-9"
        let credentials = SignatureV4.Credentials(
            keyID: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
        let time = try Date("2013-05-24T00:00:00Z", strategy: .iso8601)
        SignatureV4(credentials, region: "us-east-1").sign(
            &request, bodyHash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", at: time)
        #expect(
            request.headerFields[.authorization]?.hasSuffix(
                "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41") == true)
    }

    @Test("A description of credentials has no secret")
    func hidden() {
        let credentials = SignatureV4.Credentials(keyID: "AKIDEXAMPLE", secret: "very secret")
        var text = "\(credentials) \(String(reflecting: credentials))"
        dump(credentials, to: &text)
        #expect(!text.contains("secret") && !text.contains("AKID"))
    }
}
