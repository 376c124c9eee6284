import Larder
import Support
import Testing

@Suite("GTINs", .tags(.small))
struct GTINTests {
    @Test(
        "A GTIN is the same number with and without leading zeros",
        arguments: [
            ("4006381333931", "4006381333931"), ("04006381333931", "4006381333931"), ("036000291452", "0036000291452"),
            ("0036000291452", "0036000291452"), ("00036000291452", "0036000291452"), ("96385074", "96385074"),
            ("0000096385074", "96385074"), ("00000080050100", "80050100"), ("30712345000010", "30712345000010"),
            ("00000017", "00000017"),
        ])
    func canonical(text: String, expected: String) throws {
        let gtin = try #require(GTIN(text))
        #expect(gtin.description == expected)
        #expect(gtin.count == expected.count)
        #expect(gtin.padded == String(repeating: "0", count: 14 - expected.count) + expected)
        #expect(GTIN(gtin.description) == gtin)
        #expect(GTIN(gtin.padded) == gtin)
        #expect(GTIN(number: gtin.number) == gtin)
    }

    @Test(
        "A GTIN is read from no other text",
        arguments: [
            "", "1", "0", "00000000", "0000000000000", "4006381333930", "400638133393", "04963406", "34000470693",
            "015400141288763", "400638133393１", "4006381333931 ", "+006381333931", "-4006381333931", "400638133393x",
            "99999999999999999999", "ÄÖÜß",
        ])
    func others(text: String) {
        #expect(GTIN(text) == nil)
    }

    @Test("A number out of range is no GTIN", arguments: [0, 100_000_000_000_000, .max, .max - 5])
    func range(number: UInt64) {
        #expect(GTIN(number: number) == nil)
    }

    @Test("One check digit in ten is right, the one that a count by hand gives")
    func checkDigits() {
        var numbers = SplitMix64(6)
        for round in 0..<20_000 {
            let digits = numbers.digits([7, 11, 12, 13][round % 4])
            guard digits.contains(where: { $0 != "0" }) else { continue }
            let right = (0...9).filter { GTIN(digits + String($0)) != nil }
            guard right == [SlowCheck.digit(behind: digits)] else {
                Issue.record("\(digits) takes \(right)")
                return
            }
        }
    }

    @Test("Every single wrong digit is detected")
    func wrongDigits() {
        var numbers = SplitMix64(7)
        for _ in 0..<500 {
            let code = Array(SlowCheck.completed("1" + numbers.digits(11)))
            for place in code.indices {
                for digit in "0123456789" where digit != code[place] {
                    var wrong = code
                    wrong[place] = digit
                    guard GTIN(String(wrong)) == nil else {
                        Issue.record("\(String(wrong)) instead of \(String(code))")
                        return
                    }
                }
            }
        }
    }
}

extension GTINTests {
    @Test(
        "The prefix of a GTIN gives the kind of product",
        arguments: [
            ("4006381333931", GTIN.Kind.product), ("96385074", .product), ("0049000006346", .product),
            ("2041813002834", .inStore), ("2901234567896", .inStore), ("212345678909", .inStore),
            ("0412345678903", .inStore), ("20000004", .inStore), ("00000017", .inStore),
            ("9771234567003", .periodical), ("9783161484100", .book), ("9790123456785", .music),
            ("9800000000014", .refund), ("9900000000011", .coupon), ("0512345678900", .coupon),
            ("10614141000415", .product), ("90012345678908", .product),
        ])
    func kinds(text: String, kind: GTIN.Kind) throws {
        let gtin = try #require(GTIN(text))
        #expect(gtin.kind == kind)
        #expect(gtin.isInStore == (kind == .inStore))
    }

    @Test("The ranges of prefixes are exact from the first to the last number")
    func kindLimits() throws {
        for beginning in 1...999 {
            let text = String(repeating: "0", count: 3 - String(beginning).count) + String(beginning)
            let gtin = try #require(GTIN(SlowCheck.completed(text + "123456789")))
            let kind: GTIN.Kind =
                switch beginning {
                case 20...29, 40...49, 200...299: .inStore
                case 50...59, 981...984, 990...999: .coupon
                case 977: .periodical
                case 978, 979: .book
                case 980: .refund
                default: .product
                }
            #expect(gtin.kind == kind, "\(gtin)")
        }
        for digit in 0...9 {
            let gtin = try #require(GTIN(SlowCheck.completed("\(digit)123456")))
            #expect(gtin.isInStore == [0, 2].contains(digit), "\(gtin)")
        }
    }

    @Test(
        "A GTIN of fourteen digits is a case or is sold by measure",
        arguments: [
            ("10614141000415", 1, "0614141000418"), ("19521234543210", 1, "9521234543213"),
            ("15400141288763", 1, "5400141288766"), ("10000080050107", 1, "80050100"),
            ("30712345000010", 3, "0712345000019"), ("90012345678908", 9, nil), ("04006381333931", 0, nil),
        ])
    func cases(text: String, indicator: Int, content: String?) throws {
        let gtin = try #require(GTIN(text))
        #expect(gtin.indicator == indicator)
        #expect(gtin.caseOf?.description == content)
        #expect(gtin.isVariableMeasure == (indicator == 9))
        if indicator > 0 { #expect(gtin.description == text) }
    }

    @Test("The content of a case gives the case again")
    func caseRoundTrip() throws {
        var numbers = SplitMix64(8)
        for _ in 0..<5000 {
            let body = "1" + numbers.digits(11)
            let item = try #require(GTIN(SlowCheck.completed(body)))
            for indicator in 1...8 {
                let gtin = try #require(GTIN(SlowCheck.completed("\(indicator)" + body)))
                guard gtin.caseOf == item, gtin.kind == item.kind else {
                    Issue.record("\(gtin) is no case of \(item)")
                    return
                }
            }
        }
    }

    @Test("GTINs are ordered by their numbers")
    func order() throws {
        let codes = try ["96385074", "036000291452", "4006381333931", "10614141000415"].map { try #require(GTIN($0)) }
        #expect(codes.reversed().sorted() == codes)
    }
}
