import Accounts
import Directions
import Doses
import FoundationEssentials
import Labels
import Messages
import Recognition

// Data of medicines is never logged: no names, texts or numbers.

extension MedicineCabinet {
    /// Reads the text of a label on this machine and stores nothing.
    ///
    /// Throws `textMissing`, `photographRefused`, `pictureProcessorUnavailable`, `readingFailed`.
    package func readLabel(_ photograph: [UInt8]) async throws -> LabelView {
        try await services.read(photograph)
    }

    /// The same for an entered text.
    package func readLabel(text: String) throws -> LabelView {
        services.view(of: RecognisedText(typed: try Self.checked(text)))
    }

    /// Reads a photograph of a label on this machine and stores it without camera metadata.
    ///
    /// With `keepsUnread`, a photograph without text is stored, too, so that a person can enter the text. Throws the
    /// errors of `readLabel`, `storageFull`, `storageFailed`.
    package func takeLabel(_ photograph: [UInt8], keepsUnread: Bool = false) async throws -> MedicineLabel {
        try ActingPerson.require(.changeMedicines)
        let text: RecognisedText
        do { text = try await services.reader.read(photograph) } catch let error as HouseholdError {
            guard keepsUnread, [.textMissing, .readingFailed].contains(error.code) else { throw error }
            text = RecognisedText(reader: .local, lines: [], isHandwritten: false, confidence: nil, turns: 0)
        }
        let prepared = try await photographs.prepare(try await services.reader.strip(photograph))
        let label = MedicineLabel(
            id: try environment.newIdentifier(), photograph: prepared.photograph.id,
            addedAt: prepared.photograph.capturedAt,
            own: text, account: viewer.account)
        try await photographs.keep([prepared]) { _ in
            try await records.add(label, photograph: prepared.photograph)
        }
        return label
    }

    /// Stores the entered text of a label. Throws `medicineRefused` if it is empty or too long.
    package func takeLabel(text: String, as newID: MedicineLabel.ID? = nil) async throws -> MedicineLabel {
        try ActingPerson.require(.changeMedicines)
        let label = MedicineLabel(
            id: try newID ?? environment.newIdentifier(), photograph: nil, addedAt: environment.now(),
            own: RecognisedText(typed: try Self.checked(text)), account: viewer.account)
        try await records.add(label, photograph: nil)
        return label
    }

    /// Newest first.
    package func labels(limit: Int = 50) async throws -> [MedicineLabel] {
        try await records.labels(limit: limit)
    }

    /// Throws `notFound`.
    package func label(_ id: MedicineLabel.ID) async throws -> LabelView {
        guard let label = try await records.label(id) else {
            throw HouseholdError(.notFound, localized("There is no such label."))
        }
        return view(of: label)
    }

    /// Returns the label with its text and a new reading of it.
    package func view(of label: MedicineLabel) -> LabelView { services.view(of: label.text, label) }

    /// Corrects lines by their number; `nil` removes a correction, an empty text leaves the line out. Throws
    /// `notFound`, and `medicineRefused` for a line that does not exist or is too long.
    package func correct(_ id: MedicineLabel.ID, lines: [Int: String?]) async throws -> LabelView {
        try ActingPerson.require(.changeMedicines)
        let label = try await records.amend(id) { [self] label in
            let before = services.view(of: label.text, label).reading
            let count = label.original.lines.count
            for (number, text) in lines {
                // Lines that a reader did not find are added after the last one.
                guard number >= 0, number < max(count, MedicineLabel.linesLimit) else {
                    throw HouseholdError(.medicineRefused, localized("There is no such line."), detail: "line")
                }
                guard (text ?? "").unicodeScalars.count <= MedicineLabel.lineLimit else {
                    throw HouseholdError(
                        .medicineRefused,
                        localized("A line has \(MedicineLabel.lineLimit, "limit") characters at most."), detail: "line")
                }
                label.corrections[number] = text
            }
            // Each added line keeps the number with which it is shown.
            let added = label.corrections.filter { $0.key >= count }.sorted { $0.key < $1.key }.map(\.value)
            label.corrections = label.corrections.filter { $0.key < count }
            for (place, text) in added.enumerated() { label.corrections[count + place] = text }
            relink(&label, since: before)
        }
        return services.view(of: label.text, label)
    }

    /// Removes the picture; the reading stays. Throws `notFound`.
    package func removePhotograph(of id: MedicineLabel.ID) async throws {
        try ActingPerson.require(.changeMedicines)
        if try await removePicture(of: id) { SensitiveActs.report(.labelPhotographRemoved) }
    }

    /// Removes the picture, for a person or because the settings want it. Returns false if there was none.
    @discardableResult
    func removePicture(of id: MedicineLabel.ID) async throws -> Bool {
        let removed = try await records.removePhotograph(of: id)
        try await photographs.removePictures()
        return removed != nil
    }

    /// Removes the label and its picture; medicines that were confirmed from it stay. Throws `notFound`.
    package func removeLabel(_ id: MedicineLabel.ID) async throws {
        try ActingPerson.require(.changeMedicines)
        try await discard(id)
        SensitiveActs.report(.labelRemoved)
    }

    /// Removes a label without a row in the log of accounts: one that was not completely made.
    func discard(_ id: MedicineLabel.ID) async throws {
        _ = try await records.remove(id)
        try await photographs.removePictures()
    }

    /// Removes pictures of labels whose storage time is over, photographs that have had no reference for a day, and
    /// remains of interrupted operations. Called in a loop. Returns the number of removed label pictures.
    package func removeExpiredPictures() async throws -> Int {
        var count = 0
        var failure: HouseholdError?
        for label in try await labelsToClear() {
            do {
                try await removePhotograph(of: label)
                count += 1
            } catch let error as HouseholdError where error.code == .notFound {
                continue
            } catch let error as HouseholdError {
                // The other pictures are removed in any case.
                failure = error
            }
        }
        do {
            try await photographs.sweepPhotographs()
            try await photographs.archive.tidy()
        } catch let error as HouseholdError { failure = failure ?? error }
        if let failure { throw failure }
        return count
    }

    private func labelsToClear() async throws -> [MedicineLabel.ID] {
        guard let days = try await settings.home().medicines.keepDays else { return [] }
        // A storage time of 0 days ends when the medicines are confirmed, because a person compares them with the
        // picture.
        let before = environment.now().addingTimeInterval(-Double(max(days, 1)) * 86_400)
        return try await records.labelsToClear(before: before)
    }

    /// Returns the second reader if one is configured and the household allows it.
    package func secondReader() async throws -> TextService? {
        guard let service = services.second, try await settings.home().medicines.allowsSecondReader else { return nil }
        return service
    }

    /// Sends the picture of a label to the second reader, after a person has consented for this picture.
    ///
    /// Throws `notFound`, `consentMissing`, `serviceNotConfigured`, `serviceQuotaUsed` and the errors of the service.
    /// Then the earlier reading stays.
    package func askSecondReader(about id: MedicineLabel.ID, isAgreed: Bool) async throws -> LabelView {
        try ActingPerson.require(.changeMedicines)
        let service = try await second(isAgreed: isAgreed)
        guard let before = try await records.label(id), let photograph = before.photograph else {
            throw HouseholdError(.notFound, localized("The photo of this label does not exist any more."))
        }
        let picture = try await photographs.picture(photograph, kind: .original)
        let text = try await send(picture, to: service)
        let label = try await records.amend(id) { [self] label in
            let before = services.view(of: label.text, label).reading
            label.second = text.agreeing(with: label.own)
            // The corrections belong to the lines of the earlier reading.
            label.corrections = [:]
            relink(&label, since: before)
        }
        return services.view(of: label.text, label)
    }

    /// Reads a photograph with the second reader and stores nothing. A person has agreed to send this photograph; the words
    /// that the reader on this machine reads as well are agreed. Throws as `askSecondReader`, and `photographRefused`.
    package func readElsewhere(_ photograph: [UInt8]) async throws -> LabelView {
        let service = try await second(isAgreed: true)
        let own: RecognisedText?
        do { own = try await services.reader.read(photograph) } catch let error as HouseholdError {
            guard [.textMissing, .readingFailed].contains(error.code) else { throw error }
            own = nil
        }
        let text = try await send(try await services.reader.strip(photograph), to: service)
        return services.view(of: own.map(text.agreeing) ?? text)
    }

    /// Throws `serviceNotConfigured` and `consentMissing`.
    private func second(isAgreed: Bool) async throws -> TextService {
        guard let service = services.second else {
            throw HouseholdError(
                .serviceNotConfigured, localized("No second reader is set up."),
                hint: localized("Docs/medicines.md says how."))
        }
        guard isAgreed, try await settings.home().medicines.allowsSecondReader else {
            throw HouseholdError(
                .consentMissing, localized("The photo is sent to \(service.name, "service") only if you agree."),
                hint: localized("Allow it in the settings, and agree to send this photo."))
        }
        return service
    }

    private func send(_ picture: [UInt8], to service: TextService) async throws -> RecognisedText {
        try await pace(services.secondPace, isOwn: service.isOwn, name: service.name)
        // From here on the photograph may have left the house, also if there is no answer.
        if !service.isOwn { SensitiveActs.report(.labelPhotographSent, service.name) }
        return try await service.read(picture)
    }

    /// Counts one call to a service; `name` is nil for the model. Throws `serviceOffline`, `serviceQuotaUsed`.
    func pace(_ pace: RateLimit, isOwn: Bool, name: String?) async throws {
        guard isOwn || reachability.link() != nil else {
            throw HouseholdError(.serviceOffline, localized("There is no network connection."))
        }
        let next = try await records.acquireRead(
            of: pace.service, limit: pace.limit, seconds: pace.seconds, at: environment.now())
        guard next == nil else {
            let setting = "\(pace.service).daily-limit"
            throw HouseholdError(
                .serviceQuotaUsed, Self.limitReached(pace.limit, name),
                hint: localized("The setting \(setting, "setting") says how often."))
        }
    }

    private static func limitReached(_ limit: Int, _ name: String?) -> String {
        guard let name else {
            return localized("The model was asked \(limit, "count") times in the last 24 hours. This is the limit.")
        }
        return localized(
            "\(name, "service") was asked \(limit, "count") times in the last 24 hours. This is the limit.")
    }

    /// A medicine is confirmed from the content of an entry, not from its number. After a change of the text the entry
    /// is searched again; if it is not found with certainty, the entry counts as unconfirmed.
    private func relink(_ label: inout MedicineLabel, since before: LabelReading) {
        guard !label.confirmed.isEmpty else { return }
        let after = services.view(of: label.text, label).reading
        var confirmed: [Int: Medicine.ID] = [:]
        for (number, medicine) in label.confirmed where before.entries.indices.contains(number) {
            let entry = before.entries[number]
            let places = after.entries.indices.filter { after.entries[$0].isAbout(entry) }
            if places.count == 1, before.entries.count(where: { $0.isAbout(entry) }) == 1 {
                confirmed[places[0]] = medicine
            } else if after.entries.count == before.entries.count, after.entries[number].resembles(entry),
                before.entries.indices.allSatisfy({ $0 == number || after.entries[$0].isAbout(before.entries[$0]) })
            {
                // All other entries are unchanged, so this is the corrected one.
                confirmed[number] = medicine
            }
        }
        label.confirmed = confirmed
    }

    /// Removes invisible characters, because a person cannot have entered them on purpose.
    static func seen(_ text: String) -> String {
        let seen = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar == "\n" || scalar == "\t" || scalar == "\r"
            case .format, .privateUse, .surrogate, .unassigned: false
            default: true
            }
        }
        return String(String.UnicodeScalarView(seen))
    }

    static func checked(_ text: String) throws -> String {
        let text = seen(text)
        let lines = text.split(whereSeparator: \.isNewline)
        guard text.contains(where: { !$0.isWhitespace }), lines.count <= MedicineLabel.linesLimit,
            lines.allSatisfy({ $0.unicodeScalars.count <= 1000 })
        else {
            throw HouseholdError(
                .medicineRefused,
                localized("A label has 1 to \(MedicineLabel.linesLimit, "limit") lines of up to 1000 characters."),
                detail: "text")
        }
        return text
    }
}

extension LabelReading.Entry {
    fileprivate func isAbout(_ other: Self) -> Bool {
        (name ?? unknownName)?.content == (other.name ?? other.unknownName)?.content
            && strength?.content == other.strength?.content
    }

    /// Returns true if only the name, the strength or the directions were corrected.
    fileprivate func resembles(_ other: Self) -> Bool {
        (name ?? unknownName)?.content == (other.name ?? other.unknownName)?.content
            || directions?.text == other.directions?.text
    }
}
