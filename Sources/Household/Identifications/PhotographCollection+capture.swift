import Accounts
import FoundationEssentials
import Logging
import Messages
package import Plants
package import Recognition

extension PhotographCollection {
    /// Stores a picture as uploaded. Throws the errors of `capture(_:to:)`.
    package func capture(_ picture: [UInt8], to plant: Plant.ID? = nil) async throws -> Photograph {
        guard let photograph = try await capture([picture], to: plant).first else {
            throw HouseholdError(.internalFault, localized("The photo was not saved."))
        }
        return photograph
    }

    /// Stores the pictures of one form, all or none: decodes and checks every picture, then writes the files, then adds
    /// the rows in one transaction, linked to `plant` if it is given.
    ///
    /// Throws `HouseholdError`: `photographRefused` with the reason in `detail`, `pictureProcessorUnavailable`,
    /// `notFound` if there is no such plant, `storageFull` or `storageFailed`. Then nothing is kept.
    package func capture(_ pictures: [[UInt8]], to plant: Plant.ID? = nil) async throws -> [Photograph] {
        var prepared: [PreparedPhotograph] = []
        for picture in pictures { prepared.append(try await prepare(picture)) }
        try await keep(prepared) { try await records.add($0, to: plant) }
        return prepared.map(\.photograph)
    }

    /// Stores a picture of a guest as a photograph of the plant. Throws as above, `linkRefused` if the link has ended
    /// meanwhile, and `tooManyPhotographs`.
    func capture(_ picture: [UInt8], to plant: Plant.ID, by guest: GuestLink) async throws {
        let prepared = try await prepare(picture)
        try await keep([prepared]) { photographs in
            for photograph in photographs { try await records.add(photograph, to: plant, by: guest) }
        }
    }

    /// Returns the names of the guests who took photographs of a plant.
    package func guests(of plant: Plant.ID) async throws -> [Photograph.ID: String] {
        try await records.guestPhotographs(of: plant)
    }

    /// Removes photographs without references, for example after the operation that needed them has failed. The others
    /// stay. Runs to its end even if the task is cancelled; a later sweep removes what cannot be removed now.
    func discard(_ photographs: [Photograph.ID]) async {
        await removing { try await records.discard(photographs) }
    }

    /// Runs `body`, then removes the removable files. Runs to its end even if the task is cancelled.
    private func removing(_ body: @escaping @Sendable () async throws -> Void) async {
        await Task {
            do {
                try await body()
                try await removePictures()
            } catch {
                logger.warning("photographs are swept later", metadata: ["type": "\(type(of: error))"])
            }
        }.value
    }

    /// Returns a picture for display. Throws `notFound` if the household has no such photograph or its file is gone.
    package func picture(_ id: Photograph.ID, kind: PhotographArchive.Kind) async throws -> [UInt8] {
        let photograph = try await photograph(id)
        guard let bytes = try await archive.read(photograph.digest, kind) else {
            throw HouseholdError(
                .notFound, localized("The file of this photo is missing."),
                hint: localized("stillroom doctor says what else is missing."))
        }
        return bytes
    }

    package func photograph(_ id: Photograph.ID) async throws -> Photograph {
        guard let photograph = try await records.photograph(id) else {
            throw HouseholdError(.notFound, localized("There is no such photo."))
        }
        return photograph
    }
}

// MARK: - Intake

/// A decoded and validated picture that is not stored yet.
struct PreparedPhotograph: Sendable {
    let photograph: Photograph
    let original: [UInt8]
    let print: PictureProcessor.Rendition
}

extension PhotographCollection {
    /// Decodes a picture and checks it against the limits. Writes nothing.
    func prepare(_ picture: [UInt8]) async throws -> PreparedPhotograph {
        let print = try await pictureProcessor.develop(picture)
        let photograph = Photograph(
            id: try environment.newIdentifier(), digest: try archive.digest(picture), format: print.format,
            width: print.width,
            height: print.height, byteCount: picture.count, capturedAt: environment.now())
        return PreparedPhotograph(photograph: photograph, original: picture, print: print)
    }

    /// Announces the photographs, writes the files, then calls `add` to write the rows in one transaction. If a step
    /// throws, the files are removed at once; if the process ends in between, the files are removed after an hour.
    func keep(_ prepared: [PreparedPhotograph], add: ([Photograph]) async throws -> Void) async throws {
        let photographs = prepared.map(\.photograph)
        try await records.announce(
            photographs, until: environment.now().addingTimeInterval(Self.intakeSeconds))
        do {
            for each in prepared { _ = try await archive.keep(each.original, each.print) }
            try await add(photographs)
        } catch {
            await removing { try await records.giveUp(photographs) }
            throw error
        }
        for each in prepared {
            logger.debug(
                "photograph captured",
                metadata: [
                    "photograph": "\(each.photograph.id)", "format": "\(each.photograph.format.rawValue)",
                ])
        }
    }

    /// The longest duration of an intake.
    private static let intakeSeconds = 3600.0
}
