/// The position of the first JSON syntax error, which the decoder does not report.
struct JSONFault: Sendable, Hashable {
    /// Counted from 1.
    let line: Int
    /// In bytes of the line, from 1.
    let column: Int

    /// Returns nil if the text is valid JSON.
    init?(in text: ArraySlice<UInt8>) {
        var reader = Reader(text: text, place: text.startIndex)
        guard !reader.readsAll() else { return nil }
        let before = text[..<min(reader.place, text.endIndex)]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.startIndex
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        column = before.endIndex - lineStart + 1
    }

    private struct Reader {
        private enum Want {
            case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd, nothing
        }

        let text: ArraySlice<UInt8>
        var place: Int
        /// The closing brackets of open arrays and objects.
        private var open: [UInt8] = []
        private var want = Want.value

        init(text: ArraySlice<UInt8>, place: Int) {
            self.text = text
            self.place = place
        }

        /// The maximum depth of the decoder.
        private static let depth = 512

        mutating func readsAll() -> Bool {
            while true {
                while place < text.endIndex, CollectionTable.isBlank(text[place]) { place += 1 }
                guard place < text.endIndex else { return want == .nothing }
                guard reads(text[place]) else { return false }
            }
        }

        private mutating func reads(_ byte: UInt8) -> Bool {
            switch (want, byte) {
            case (.colon, UInt8(ascii: ":")): next(.value)
            case (.commaOrEnd, UInt8(ascii: ",")): next(open.last == UInt8(ascii: "}") ? .key : .value)
            case (.commaOrEnd, open.last), (.keyOrEnd, open.last), (.valueOrEnd, open.last): close()
            case (.key, UInt8(ascii: "\"")), (.keyOrEnd, UInt8(ascii: "\"")): string(then: .colon)
            case (.value, _), (.valueOrEnd, _): value(byte)
            default: false
            }
        }

        private mutating func value(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "{"): begin(UInt8(ascii: "}"), .keyOrEnd)
            case UInt8(ascii: "["): begin(UInt8(ascii: "]"), .valueOrEnd)
            case UInt8(ascii: "\""): string(then: afterValue)
            default: word()
            }
        }

        private var afterValue: Want { open.isEmpty ? .nothing : .commaOrEnd }

        private mutating func next(_ want: Want) -> Bool {
            place += 1
            self.want = want
            return true
        }

        private mutating func begin(_ end: UInt8, _ want: Want) -> Bool {
            guard open.count < Self.depth else { return false }
            open.append(end)
            return next(want)
        }

        private mutating func close() -> Bool {
            open.removeLast()
            return next(afterValue)
        }

        private mutating func string(then want: Want) -> Bool {
            var isEscaped = false
            for at in (place + 1)..<text.endIndex {
                guard text[at] >= 0x20 else {
                    place = at
                    return false
                }
                if !isEscaped, text[at] == UInt8(ascii: "\"") {
                    place = at
                    return next(want)
                }
                isEscaped = !isEscaped && text[at] == UInt8(ascii: "\\")
            }
            place = text.endIndex
            return false
        }

        /// Reads `true`, `null`, `-1.5e3`.
        private mutating func word() -> Bool {
            let word = text[place...].prefix {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "E"),
                    UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
            let text = String(decoding: word, as: UTF8.self)
            let isNumber = text.first.map { $0 == "-" || $0.isNumber } == true && Double(text)?.isFinite == true
            guard isNumber || ["true", "false", "null"].contains(text) else { return false }
            place = word.endIndex - 1
            return next(afterValue)
        }
    }
}
