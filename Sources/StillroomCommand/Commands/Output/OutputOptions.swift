import ArgumentParser
import Messages

/// The options of a command that prints a list: text for people, or data for programs.
struct OutputOptions: ParsableArguments {
    @Flag(help: ArgumentHelp(localized("One JSON document.")))
    var json = false

    @Flag(help: ArgumentHelp(localized("One JSON object per line.")))
    var jsonl = false

    @Flag(help: ArgumentHelp(localized("Columns with tabs between them, without a heading.")))
    var plain = false

    @Option(
        help: ArgumentHelp(localized("Only these fields of the JSON or the columns, as id,name."), valueName: "list"))
    var fields: String?

    func validate() throws {
        guard [json, jsonl, plain].count(where: \.self) <= 1 else {
            throw ValidationError(localized("Choose one of --json, --jsonl and --plain."))
        }
        guard fields == nil || !isForPeople else {
            throw ValidationError(localized("--fields needs --json, --jsonl or --plain."))
        }
        guard fields.map({ !FieldSelection.names($0).isEmpty }) ?? true else {
            throw ValidationError(localized("--fields has no name of a field."))
        }
    }

    var isForPeople: Bool { !json && !jsonl && !plain }

    /// Returns a printer of the objects of a list. `columns` are the fields that --plain prints without --fields. With
    /// `isSingle` the one object is the JSON document, otherwise an array is.
    func printer(columns: [String], isSingle: Bool = false) -> ObjectPrinter {
        let form: ObjectPrinter.Form =
            json ? isSingle ? .lines : .document : jsonl ? .lines : plain ? .columns : .people
        let chosen = fields.map { FieldSelection(FieldSelection.names($0)) }
        return ObjectPrinter(form, chosen ?? (plain ? FieldSelection(columns, isUsual: true) : nil))
    }

    /// Prints a list: as data, or with `people` one text for each object.
    func print<Value: Encodable>(_ values: [Value], columns: [String], people: (Value) -> String) throws {
        var printer = printer(columns: columns)
        for value in values { try printer.print(value) { people(value) } }
        try printer.finish()
    }
}

extension OutputOptions {
    /// Prints a document with a list in it: the document as JSON, or each object of its list in a line. For people
    /// `people` prints.
    func print<Item: Encodable>(
        document: some Encodable, of items: [Item], columns: [String], people: () -> Void
    ) throws {
        if isForPeople { return people() }
        guard json else { return try print(items, columns: columns) { _ in "" } }
        guard let fields else { return try Terminal.print(json: document) }
        var selection = FieldSelection(FieldSelection.names(fields))
        try Terminal.print(json: try selection.of(document))
        selection.warn()
    }
}

/// The options of a command that prints one document.
struct DocumentOptions: ParsableArguments {
    @Flag(help: ArgumentHelp(localized("One JSON document.")))
    var json = false

    @Option(help: ArgumentHelp(localized("With --json, only these fields, as id,name."), valueName: "list"))
    var fields: String?

    func validate() throws {
        guard fields == nil || json else { throw ValidationError(localized("--fields needs --json.")) }
        guard fields.map({ !FieldSelection.names($0).isEmpty }) ?? true else {
            throw ValidationError(localized("--fields has no name of a field."))
        }
    }

    /// Prints the document as JSON.
    func print(_ value: some Encodable, pretty: Bool = false) throws {
        guard let fields else { return try Terminal.print(json: value, pretty: pretty) }
        var selection = FieldSelection(FieldSelection.names(fields))
        try Terminal.print(json: try selection.of(value), pretty: pretty)
        selection.warn()
    }
}
