import Calendar
import Foundation
import Messages

/// The JSON format of a collection, without loss:
/// `{"stillroom": "collection", "version": 1, "madeOn": "2026-11-21", "plants": […]}`. A plant has the fields of
/// `CollectionEntry.Field`. Unknown fields are ignored.
struct CollectionDocument {
    private enum Field: String, CodingKey {
        case stillroom, version, madeOn, plants
    }

    private static let subject = "collection"

    private let madeOn: LocalDay
    private let attempts: [Attempt]

    static func text(of file: CollectionFile) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding fails only for a number that is not finite, and none is written.
        guard let data = try? encoder.encode(Writing(file: file)) else { return "" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    static func parse(_ text: ArraySlice<UInt8>) throws(CollectionError) -> CollectionFile {
        let document = try document(in: text)
        var tally = CollectionTally { $0.rawValue }
        for (place, attempt) in document.attempts.enumerated() {
            tally.add(at: .plant(place + 1)) { () throws(CollectionFlaw) in try attempt.entry.get() }
        }
        return try tally.file(madeOn: document.madeOn)
    }

    private static func document(in text: ArraySlice<UInt8>) throws(CollectionError) -> CollectionDocument {
        do {
            return try JSONDecoder().decode(CollectionDocument.self, from: Data(text))
        } catch let error as CollectionError {
            throw error
        } catch {
            if let fault = JSONFault(in: text) {
                let byte = fault.column
                throw CollectionError(
                    .malformed, line: fault.line,
                    localized("this is not JSON from byte \(byte, "byte") of the line on; expected a whole file"))
            }
            if case DecodingError.typeMismatch(_, let context) = error, context.codingPath.isEmpty { throw stranger }
            throw CollectionError(
                .malformed, localized("the JSON cannot be read; expected a collection of Stillroom"))
        }
    }

    private static var stranger: CollectionError {
        let example = "{\"stillroom\": \"collection\", \"version\": 1, …}"
        return CollectionError(
            .notCollection, localized("this JSON is no collection; expected \(example, "example")"))
    }
}

// MARK: - Writing

extension CollectionDocument {
    private struct Writing: Encodable {
        let file: CollectionFile

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: Field.self)
            try fields.encode(CollectionDocument.subject, forKey: .stillroom)
            try fields.encode(CollectionFile.formatVersion, forKey: .version)
            try fields.encode(file.madeOn.description, forKey: .madeOn)
            try fields.encode(file.entries, forKey: .plants)
        }
    }
}

// MARK: - Reading

extension CollectionDocument: Decodable {
    /// A plant, or its error: an unreadable plant does not prevent the others from being checked.
    private struct Attempt: Decodable {
        let entry: Result<CollectionEntry, CollectionFlaw>

        init(from decoder: any Decoder) {
            let depth = decoder.codingPath.count
            do {
                entry = .success(try CollectionEntry(from: decoder))
            } catch {
                entry = .failure(CollectionFlaw(decoding: error, below: depth))
            }
        }
    }

    /// Throws `CollectionError` if this is not a collection of a supported version.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        let subject = try? fields.decode(String.self, forKey: .stillroom)
        guard subject == Self.subject, let version = try? fields.decode(Double.self, forKey: .version), version >= 1
        else { throw Self.stranger }
        guard version == Double(CollectionFile.formatVersion) else {
            let known = CollectionFile.formatVersion
            throw CollectionError(
                .newerVersion, column: Field.version.rawValue,
                localized("this collection is from a newer Stillroom; expected version \(known, "version")"))
        }
        let day = try? fields.decode(String.self, forKey: .madeOn)
        guard let madeOn = day.flatMap(LocalDay.init) else {
            throw CollectionError(.value, column: Field.madeOn.rawValue, CollectionFlaw.noDay(day ?? ""))
        }
        self.madeOn = madeOn
        guard var plants = try? fields.nestedUnkeyedContainer(forKey: .plants) else {
            throw CollectionError(
                .notCollection, column: Field.plants.rawValue, localized("there is no list of plants; expected one"))
        }
        guard (plants.count ?? 0) <= CollectionFile.plantLimit else { throw CollectionTally.tooMany() }
        var attempts: [Attempt] = []
        while !plants.isAtEnd { attempts.append(try plants.decode(Attempt.self)) }
        self.attempts = attempts
    }
}

extension CollectionFlaw {
    /// `depth` is the number of keys on the path to the plant.
    init(decoding error: any Error, below depth: Int) {
        let (path, message): ([any CodingKey], String) =
            switch error {
            case DecodingError.keyNotFound(let key, let context):
                (context.codingPath + [key], localized("missing; expected a value"))
            case DecodingError.valueNotFound(_, let context):
                (context.codingPath, localized("null; expected a value"))
            case DecodingError.typeMismatch(let type, let context): (context.codingPath, Self.expected(type))
            case DecodingError.dataCorrupted(let context): (context.codingPath, context.debugDescription)
            default: ([], localized("it cannot be read; expected a plant"))
            }
        let below = path.dropFirst(depth)
        let column = below.map { $0.intValue.map { String($0 + 1) } ?? $0.stringValue }.joined(separator: ".")
        let field = below.first.flatMap { CollectionEntry.Field(stringValue: $0.stringValue) } ?? .name
        self.init(field, column: column.isEmpty ? nil : String(column.prefix(80)), message)
    }

    private static func expected(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: localized("expected a text")
        case is Bool.Type: localized("expected true or false")
        case is Double.Type: localized("expected a number")
        case is [Any].Type: localized("expected a list")
        default: localized("expected an object")
        }
    }
}
