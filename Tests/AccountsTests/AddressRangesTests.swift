import Accounts
import Support
import Testing

@Suite("Ranges of addresses", .tags(.small))
struct AddressRangesTests {
    @Test(
        "An address is in the ranges exactly if its leading bits match one of them",
        arguments: [
            ("127.0.0.1", "127.0.0.1", true),
            ("127.0.0.1", "127.0.0.2", false),
            ("10.0.0.0/8", "10.255.255.255", true),
            ("10.0.0.0/8", "11.0.0.0", false),
            ("10.1.2.3/8", "10.200.0.1", true),
            ("172.16.0.0/12", "172.31.255.255", true),
            ("172.16.0.0/12", "172.32.0.0", false),
            ("192.168.4.0/23", "192.168.5.255", true),
            ("192.168.4.0/23", "192.168.6.0", false),
            ("192.168.4.128/25", "192.168.4.127", false),
            ("192.168.4.128/25", "192.168.4.128", true),
            ("192.168.4.1/32", "192.168.4.1", true),
            ("192.168.4.1/32", "192.168.4.0", false),
            ("0.0.0.0/0", "203.0.113.7", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("::/0", "2001:db8::1", true),
            ("::/0", "203.0.113.7", false),
            ("::1", "::1", true),
            ("::1", "127.0.0.1", false),
            ("fd00::/8", "fdff:ffff::1", true),
            ("fd00::/8", "fe00::1", false),
            ("fe80::/10", "febf::1", true),
            ("fe80::/10", "fec0::1", false),
            ("2001:db8:0:8000::/49", "2001:db8:0:ffff::1", true),
            ("2001:db8:0:8000::/49", "2001:db8:0:7fff::1", false),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true),
            ("::ffff:10.0.0.0/104", "10.1.1.1", true),
            ("::ffff:10.0.0.0/104", "11.1.1.1", false),
            ("::ffff:10.0.0.1", "10.0.0.1", true),
            ("127.0.0.1, 10.0.0.0/8", "10.0.0.1", true),
            ("127.0.0.1 10.0.0.0/8\tfd00::/8", "fd00::5", true),
            (",127.0.0.1,,10.0.0.0/8,", "127.0.0.1", true),
            ("127.0.0.1, 10.0.0.0/8", "192.168.0.1", false),
            ("", "127.0.0.1", false),
        ])
    func contains(text: String, address: String, isInside: Bool) throws {
        let ranges = try #require(AddressRanges(text))
        #expect(ranges.contains(try #require(NetworkAddress(address))) == isInside)
    }

    @Test(
        "A text with a part that is no address or range is refused as a whole",
        arguments: [
            "localhost", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0.0/٨", "/8",
            "10.0.0/8", "10.0.0.0 /8", "::1/129", "::1/0128", "::ffff:10.0.0.0/8", "fe80::1%eth0", "fe80::%eth0/10",
            "127.0.0.1; 10.0.0.1", "127.0.0.1, proxy", "256.0.0.1", "*",
        ])
    func refused(text: String) {
        #expect(AddressRanges(text) == nil)
    }

    @Test("Ranges without a part are empty, and contain no address", arguments: ["", "  ", ",", " , \t"])
    func empty(text: String) throws {
        let ranges = try #require(AddressRanges(text))
        #expect(ranges.isEmpty)
        #expect(ranges == .none)
        #expect(ranges.text.isEmpty)
        #expect(!ranges.contains(try #require(NetworkAddress("127.0.0.1"))))
    }

    @Test("The text of ranges is what was written, with commas, and reads back as the same ranges")
    func text() throws {
        let ranges = try #require(AddressRanges("127.0.0.1  10.1.0.0/8,::1"))
        #expect(ranges.text == "127.0.0.1, 10.1.0.0/8, ::1")
        #expect(!ranges.isEmpty)
        #expect(AddressRanges(ranges.text) == ranges)
    }

    @Test("At most 64 ranges are read")
    func most() {
        let all = (0..<65).map { "10.0.0.\($0)" }
        #expect(AddressRanges(all.prefix(64).joined(separator: ",")) != nil)
        #expect(AddressRanges(all.joined(separator: ",")) == nil)
    }
}
