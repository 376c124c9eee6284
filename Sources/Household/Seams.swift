package import Recognition

/// A photograph as a service gets it: JPEG, upright, sRGB, longest side 1280 pixels, under 2 MB, without metadata.
package struct Upload: Sendable, Hashable {
    package let jpeg: [UInt8]
    /// SHA-256 of `jpeg`.
    package let digest: Digest
    package let lookalike: PerceptualHash?

    package init(jpeg: [UInt8], digest: Digest, lookalike: PerceptualHash?) {
        self.jpeg = jpeg
        self.digest = digest
        self.lookalike = lookalike
    }
}

/// Reads pictures: is it one, how large is it, and what does it look like small.
package struct PictureProcessor: Sendable {
    package struct Rendition: Sendable {
        package let format: Photograph.Format
        package let width: Int
        package let height: Int
        /// JPEG, longest side 1280 pixels, upright, sRGB, without metadata.
        package let display: [UInt8]
        /// The same at 320 pixels.
        package let thumbnail: [UInt8]

        package init(format: Photograph.Format, width: Int, height: Int, display: [UInt8], thumbnail: [UInt8]) {
            self.format = format
            self.width = width
            self.height = height
            self.display = display
            self.thumbnail = thumbnail
        }
    }

    /// Throws `HouseholdError` (`photographRefused` or `darkroomUnavailable`).
    package let develop: @Sendable (_ bytes: [UInt8]) async throws -> Rendition
    /// Makes of a picture what a service may see. Throws the same.
    package let upload: @Sendable (_ bytes: [UInt8]) async throws -> Upload

    package init(
        develop: @escaping @Sendable (_ bytes: [UInt8]) async throws -> Rendition,
        upload: @escaping @Sendable (_ bytes: [UInt8]) async throws -> Upload
    ) {
        self.develop = develop
        self.upload = upload
    }
}

/// Names plants.
package struct Recogniser: Sendable {
    package struct About: Sendable, Hashable {
        /// Name and version.
        package let model: String
        package let labelCount: Int
        package let licence: String
        package let source: String
        package let accuracy: String
        package let limits: String

        package init(
            model: String, labelCount: Int, licence: String, source: String, accuracy: String, limits: String
        ) {
            self.model = model
            self.labelCount = labelCount
            self.licence = licence
            self.source = source
            self.accuracy = accuracy
            self.limits = limits
        }
    }

    /// What recognises, or why nothing can at the moment.
    package let about: @Sendable () -> Result<About, HouseholdError>
    /// One to five photographs of one plant, as they arrived. Throws `HouseholdError`.
    package let recognise: @Sendable (_ photographs: [[UInt8]], _ policy: Policy) async throws -> Answer

    package init(
        about: @escaping @Sendable () -> Result<About, HouseholdError>,
        recognise: @escaping @Sendable (_ photographs: [[UInt8]], _ policy: Policy) async throws -> Answer
    ) {
        self.about = about
        self.recognise = recognise
    }
}

/// Keeps the bytes of photographs under their digest.
package struct PhotographArchive: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// The file as it arrived, metadata and all: for the household only.
        case original
        case display
        case thumbnail
    }

    /// Keeps a photograph and its prints, durably, before it returns; keeping the same again changes nothing.
    /// Throws `HouseholdError` (`storageFull` or `storageFailed`).
    package let keep: @Sendable (_ original: [UInt8], _ print: PictureProcessor.Rendition) async throws -> Digest
    /// The bytes; nothing where there are none.
    package let read: @Sendable (_ digest: Digest, _ kind: Kind) async throws -> [UInt8]?
    /// Under which `keep` would keep them.
    package let digest: @Sendable (_ original: [UInt8]) throws -> Digest
    /// Removes all kinds of it. Blocks: `Records.removeFiles` calls it on the database's own thread.
    package let remove: @Sendable (_ digest: Digest) throws -> Void
    /// Removes what a stop in the middle of keeping left behind an hour ago or earlier.
    package let tidy: @Sendable () async throws -> Void
    /// Throws when nothing could be kept at the moment.
    package let check: @Sendable () async throws -> Void

    package init(
        digest: @escaping @Sendable (_ original: [UInt8]) throws -> Digest,
        keep: @escaping @Sendable (_ original: [UInt8], _ print: PictureProcessor.Rendition) async throws -> Digest,
        read: @escaping @Sendable (_ digest: Digest, _ kind: Kind) async throws -> [UInt8]?,
        remove: @escaping @Sendable (_ digest: Digest) throws -> Void,
        tidy: @escaping @Sendable () async throws -> Void,
        check: @escaping @Sendable () async throws -> Void
    ) {
        self.digest = digest
        self.keep = keep
        self.read = read
        self.remove = remove
        self.tidy = tidy
        self.check = check
    }
}
