import Foundation
import Support
import Testing

@testable import Credentials

@Suite("CBOR of passkeys", .tags(.small))
struct CBORTests {
    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.filter { $0 != " " }.compactMap { $0.hexDigitValue.map(UInt8.init) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func nested(_ depth: Int) -> String { String(repeating: "81", count: depth - 1) + "00" }

    @Test(
        "A value is read, also if its numbers are longer than needed",
        arguments: [
            ("00", .integer(0)), ("17", .integer(23)), ("1818", .integer(24)), ("1800", .integer(0)),
            ("190100", .integer(256)), ("1a00010000", .integer(65536)), ("1b7fffffffffffffff", .integer(.max)),
            ("20", .integer(-1)), ("26", .integer(-7)), ("390100", .integer(-257)),
            ("3b7fffffffffffffff", .integer(.min)),
            ("40", .bytes([])), ("4201ff", .bytes([1, 255])), ("580101", .bytes([1])),
            ("5b000000000000000101", .bytes([1])),
            ("60", .text("")), ("6161", .text("a")), ("63e282ac", .text("€")), ("80", .array([])),
            ("820102", .array([.integer(1), .integer(2)])), ("a0", .map([:])),
            ("a2 01 02 6161 f5", .map([.integer(1): .integer(2), .text("a"): .boolean(true)])),
            ("a2 02 01 01 02", .map([.integer(1): .integer(2), .integer(2): .integer(1)])), ("f4", .boolean(false)),
            ("f6", .null),
        ] as [(String, CBOR)])
    func read(hex: String, value: CBOR) throws {
        #expect(try CBOR.value(Self.bytes(hex)) == value)
    }

    @Test(
        "A text that is not one value within the limits is refused",
        arguments: [
            "", "0000", "18", "1b00", "1c", "1f", "5f", "5f4100ff", "7f", "9f", "9fff", "bf", "bfff", "ff", "c000",
            "c24100",
            "d81800", "e0", "f7", "f800", "f818", "f90000", "fa00000000", "fb0000000000000000",
            // Lengths beyond the end, up to the largest number.
            "41", "4301ff", "581801", "5affffffff00", "5bffffffffffffffff00", "61", "7bffffffffffffffff", "81", "8200",
            "9affffffff00", "9bffffffffffffffff", "a1", "a101", "ba7fffffff00", "bbffffffffffffffff0000",
            // Not UTF-8.
            "61ff", "62c328", "63eda080",
            // Integers beyond 64 bits with sign.
            "1b8000000000000000", "1bffffffffffffffff", "3b8000000000000000", "3bffffffffffffffff",
            // A key twice, also written in different lengths; a key that is neither a number nor a text.
            "a201000100", "a20100180100", "a2616100616100", "a14000", "a18000", "a1f500",
            nested(7), nested(1000), nested(30000),
        ])
    func refused(hex: String) {
        #expect(throws: CBOR.Malformed.self) { try CBOR.value(Self.bytes(hex)) }
    }

    @Test("Depth, number of items and number of bytes are bounded")
    func bounds() throws {
        #expect(throws: Never.self) { try CBOR.value(Self.bytes(Self.nested(6))) }
        let many = { (count: Int) in
            [0x99, UInt8(count >> 8), UInt8(count & 255)] + [UInt8](repeating: 0, count: count)
        }
        #expect(throws: Never.self) { try CBOR.value(many(511)) }
        #expect(throws: CBOR.Malformed.self) { try CBOR.value(many(512)) }
        let long = { (count: Int) in
            [0x5A, 0, UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255)]
                + [UInt8](repeating: 0, count: count)
        }
        #expect(throws: Never.self) { try CBOR.value(long(65_531)) }
        #expect(throws: CBOR.Malformed.self) { try CBOR.value(long(65_532)) }
    }

    @Test("Random bytes are read or refused, and never stop the process")
    func random() {
        var generator = SplitMix64(20_261_123)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            _ = try? CBOR.value(bytes)
            _ = try? AuthenticatorData([UInt8](repeating: 0xC5, count: 37) + bytes)
            _ = try? COSEKey(bytes)
        }
    }
}
