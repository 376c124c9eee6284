import Support
import Testing

@testable import HTTPTransport

@Suite("MultipartForm", .tags(.small))
struct MultipartFormTests {
    private func text(_ form: MultipartForm) throws -> String {
        String(decoding: Array(try form.encoded(random: dice(1, 2)).body.segments().joined()), as: UTF8.self)
    }

    @Test("A form is written as RFC 7578 requires, with an exact length")
    func written() throws {
        var form = MultipartForm(limit: 1000)
        form.add(file: [UInt8]("JPEG".utf8), as: "images", fileName: "image-1.jpg", contentType: "image/jpeg")
        form.add(field: "organs", "leaf")
        let encoded = try form.encoded(random: dice(0xAB, .max))
        let boundary = "form-00000000000000abffffffffffffffff"
        #expect(encoded.contentType == "multipart/form-data; boundary=\(boundary)")
        let lines = [
            "--\(boundary)", #"Content-Disposition: form-data; name="images"; filename="image-1.jpg""#,
            "Content-Type: image/jpeg", "", "JPEG", "--\(boundary)",
            #"Content-Disposition: form-data; name="organs""#, "", "leaf", "--\(boundary)--", "",
        ]
        let body = Array(encoded.body.segments().joined())
        #expect(String(decoding: body, as: UTF8.self) == lines.joined(separator: "\r\n"))
        #expect(encoded.body.contentLength == body.count)
        #expect(encoded.body.segments().joined().elementsEqual(body), "a second time from the beginning")
    }

    @Test("A file is passed on in one piece without being copied")
    func pieces() throws {
        let file = [UInt8](repeating: 7, count: 100_000)
        var form = MultipartForm(limit: 1_000_000)
        form.add(file: file, as: "images", fileName: "a", contentType: "image/png")
        let pieces = Array(try form.encoded().body.segments())
        #expect(pieces.count == 4)
        #expect(pieces[1] == file)
    }

    @Test(
        "Names in a form are escaped as browsers do",
        arguments: [
            ("a\"b", "a%22b"), ("a\r\nX: y", "a%0D%0AX: y"), ("blüte.jpg", "blüte.jpg"), ("a%22", "a%22"),
            ("a\\b", "a\\b"),
        ])
    func escapes(name: String, written: String) throws {
        var form = MultipartForm(limit: 1000)
        form.add(file: [], as: name, fileName: name, contentType: "image/png")
        form.add(field: name, "")
        let text = try text(form)
        #expect(text.contains("form-data; name=\"\(written)\"; filename=\"\(written)\"\r\n"))
        #expect(text.contains("form-data; name=\"\(written)\"\r\n\r\n"))
    }

    @Test("A content type that would end its line is refused", arguments: ["", "a\r\nX: y", "ä"])
    func contentType(type: String) {
        var form = MultipartForm(limit: 1000)
        form.add(file: [], as: "a", fileName: "a", contentType: type)
        let error = #expect(throws: HTTPTransportError.self) { try form.encoded() }
        #expect(error?.code == .invalidRequest)
    }

    @Test("A form above its limit is refused, to the byte")
    func limit() throws {
        var whole = MultipartForm(limit: .max)
        whole.add(field: "a", "b")
        let length = try whole.encoded().body.contentLength
        for (limit, fits) in [(length, true), (length - 1, false)] {
            var form = MultipartForm(limit: limit)
            form.add(field: "a", "b")
            if fits {
                #expect(try form.encoded().body.contentLength == limit)
            } else {
                let error = #expect(throws: HTTPTransportError.self) { try form.encoded() }
                #expect(error?.code == .tooLarge)
                #expect(error?.limit == limit)
            }
        }
    }

    @Test("A form chooses another boundary if a part contains the first one")
    func boundary() throws {
        var form = MultipartForm(limit: 1000)
        form.add(field: "a", "xx--form-00000000000000010000000000000002yy")
        let second = "form-00000000000000030000000000000004"
        #expect(try form.encoded(random: dice(1, 2, 3, 4)).contentType.hasSuffix(second))
        let error = #expect(throws: HTTPTransportError.self) { try form.encoded(random: dice(1, 2)) }
        #expect(error?.code == .invalidRequest)
        var named = MultipartForm(limit: 1000)
        named.add(field: "form-00000000000000010000000000000002", "")
        #expect(try named.encoded(random: dice(1, 2, 3, 4)).contentType.hasSuffix(second))
    }

    @Test("An empty form consists of its end only")
    func empty() throws {
        #expect(try text(MultipartForm(limit: 100)) == "--form-00000000000000010000000000000002--\r\n")
    }

    @Test(
        "The search finds a boundary at any position",
        arguments: [
            ("abc", "abc", true), ("abc", "xxabc", true), ("abc", "abcxx", true), ("abc", "ababd", false),
            ("aab", "aaaab", true), ("abc", "", false), ("a", "bca", true), ("abab", "abaabab", true),
            ("abc", "ab", false),
        ])
    func search(needle: String, text: String, found: Bool) {
        #expect(MultipartForm.occurs([UInt8](needle.utf8), in: [UInt8](text.utf8)) == found)
    }
}
