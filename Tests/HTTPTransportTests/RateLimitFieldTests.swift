import HTTPTransport
import HTTPTypes
import Support
import Testing

@Suite("RateLimit header fields", .tags(.small))
struct RateLimitFieldTests {
    @Test("A RateLimit field contains the remaining quota of each policy")
    func left() throws {
        let text = #" "dailyQuota";r=497;t=41817 ,\#t"burst";r=0; pk=:c3RpbGw=:;x=?1;y=a/b"#
        let field = try #require(RateLimitField(text))
        #expect(field.items.map(\.policy) == ["dailyQuota", "burst"])
        #expect(field.items.map(\.remaining) == [497, 0])
        #expect(field.items.map(\.resetsAfter) == [41817, nil])
        #expect(field.items.map(\.partition) == [nil, [UInt8]("still".utf8)])
    }

    @Test("A RateLimit-Policy field contains the allowed quota")
    func allowed() throws {
        let field = try #require(RateLimitPolicyField(#""dailyQuota";q=500;w=86400;pk=:c3RpbGw:;qu="requests""#))
        #expect(field.items.map(\.policy) == ["dailyQuota"])
        #expect(field.items.first?.quota == 500)
        #expect(field.items.first?.window == 86400)
        #expect(field.items.first?.partition == [UInt8]("still".utf8))
    }

    @Test(
        "A field with any malformed part is nil",
        arguments: [
            "", " ", "497", "limit=500, remaining=3", #""a""#, #""a";t=5"#, #""a";r=-1"#, #""a";r=1.5"#, #""a";r="5""#,
            #""a";r"#, #""a";r=5;t=x"#, #""a";r=5,"#, #""a";r=5,,"b";r=5"#, #""a";r=5 "b";r=6"#, #""a;r=5"#,
            #"a;r=5"#, #"("a");r=5"#, #""a";r=5;pk=5"#, #""a";r=5;pk=:!!!:"#, #""a";r=5;pk=:c3Rp"#,
            #""a";r=1234567890123456"#, #""a";R=5"#, #""ä";r=5"#, #""a\x";r=5"#, #""a";r=5;"#, #""a";r=5;t=?2"#,
            #""a";r=5, "b";t=5"#,
        ])
    func malformed(text: String) {
        #expect(RateLimitField(text) == nil)
        #expect(RateLimitPolicyField(text.replacing("r=", with: "q=").replacing("t=", with: "w=")) == nil)
    }

    @Test("A quoted policy name keeps escaped characters")
    func escaped() {
        #expect(RateLimitField(#""a\"b\\";r=5"#)?.items.first?.policy == #"a"b\"#)
    }

    @Test("Several header lines with one name are one list")
    func lines() throws {
        var fields = HTTPFields()
        let name = try #require(HTTPField.Name("RateLimit"))
        fields.append(HTTPField(name: name, value: #""a";r=1"#))
        fields.append(HTTPField(name: name, value: #""b";r=2"#))
        #expect(RateLimitField(fields)?.items.map(\.remaining) == [1, 2])
        #expect(RateLimitPolicyField(fields) == nil)
    }
}
