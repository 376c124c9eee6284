import Crypto
import Foundation
import Household
import Support
import Testing

@testable import OnlineServices

@Suite("Encryption for a browser", .tags(.small))
struct WebPushSealingTests {
    private static func bytes(_ text: String) throws -> [UInt8] { try NoticeSample.bytes(base64URL: text) }

    @Test("The encryption gives the example in RFC 8291, byte for byte")
    func example() throws {
        let device = PushDevice(
            key: try .init(rawRepresentation: Self.bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")),
            authentication: try Self.bytes("BTBZMqHH6r4Tts7J_aSIgg"))
        let draw = WebPushSealing.Draw(
            key: try .init(rawRepresentation: Self.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")),
            salt: try Self.bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        let subscription = device.subscription()
        #expect(
            try subscription.publicKey
                == Self.bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        )
        let sealed = try WebPushSealing.seal(
            Array("When I grow up, I want to be a watermelon".utf8), for: subscription, step: 1, draw: draw)
        let expected =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
            + "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
            + "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        #expect(sealed == (try Self.bytes(expected)))
    }

    @Test(
        "A message is padded to steps of 256 bytes, so that its length reveals little",
        arguments: [(0, 256), (1, 256), (256, 256), (257, 512), (3840, 3840), (3841, 3993), (3993, 3993)])
    func padding(count: Int, padded: Int) throws {
        let device = PushDevice()
        let message = Array(repeating: UInt8(ascii: "a"), count: count)
        let sealed = try WebPushSealing.seal(message, for: device.subscription())
        #expect(sealed.count == 86 + padded + 1 + 16)
        #expect(sealed.count <= 4096)
        #expect(try device.open(sealed) == message)
    }

    @Test("Every message has a new key and salt")
    func fresh() throws {
        let device = PushDevice()
        let sealed = try (0..<3).map { _ in try WebPushSealing.seal([1, 2, 3], for: device.subscription()) }
        #expect(Set(sealed.map { $0[..<16] }).count == 3)
        #expect(Set(sealed.map { $0[21..<86] }).count == 3)
    }

    @Test("A message can be decrypted only by one device, and no bit of it may change")
    func others() throws {
        let device = PushDevice()
        var sealed = try WebPushSealing.seal(Array("hello".utf8), for: device.subscription())
        #expect(throws: (any Error).self) { try PushDevice().open(sealed) }
        let other = PushDevice(key: device.key, authentication: Array(0..<16))
        #expect(throws: (any Error).self) { try other.open(sealed) }
        sealed[sealed.count - 20] ^= 1
        #expect(throws: (any Error).self) { try device.open(sealed) }
    }

    @Test("A message that does not fit into one record is refused")
    func tooLarge() {
        let device = PushDevice().subscription()
        #expect(throws: WebPushSealing.TooLarge.self) {
            try WebPushSealing.seal(Array(repeating: 0, count: 3994), for: device)
        }
    }
}
