import Documents
import Foundation
import HTTPTransport

/// Prints objects one after the other on standard output, each as soon as it is known. `finish` must follow.
struct ObjectPrinter {
    enum Form {
        /// Text for people.
        case people
        /// One JSON array.
        case document
        /// One JSON object per line.
        case lines
        /// Columns with tabs between them.
        case columns
    }

    let form: Form
    private var selection: FieldSelection?
    private var count = 0

    init(_ form: Form, _ selection: FieldSelection?) {
        self.form = form
        self.selection = selection
    }

    /// Prints the value, or for people the text; an empty text prints nothing.
    mutating func print(_ value: some Encodable, people: () -> String) throws {
        count += 1
        switch form {
        case .people:
            let text = people()
            if !text.isEmpty { Terminal.print(text) }
        case .columns:
            let values = try selection?.values(of: value) ?? []
            Terminal.print(values.map(\.cell).joined(separator: "\t"))
        case .lines: Terminal.print(try line(value))
        case .document: Terminal.print(raw: (count == 1 ? "[\n" : ",\n") + (try line(value)))
        }
    }

    func finish() throws {
        if form == .document { Terminal.print(count == 0 ? "[]" : "\n]") }
        selection?.warn()
    }

    private mutating func line(_ value: some Encodable) throws -> String {
        let data = try selection?.of(value).json(pretty: false) ?? JSONEncoder.documents.encode(value)
        return String(decoding: data, as: UTF8.self)
    }
}
