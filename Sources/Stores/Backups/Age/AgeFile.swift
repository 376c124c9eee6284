import Crypto
import Foundation
import Household
import Messages

/// The encryption of a file in the format of age, version 1 (C2SP, age-encryption.org/v1): the header with the key of the
/// file, a nonce, and the content in pieces of 64 KiB, each sealed with ChaCha20-Poly1305 ("STREAM").
enum AgeFile {
    static let pieceBytes = 64 << 10
    static let tagBytes = 16
    static let nonceBytes = 16

    /// The bytes with which each such file begins.
    static let magic = Array("age-encryption.org/".utf8)

    static func random(_ count: Int) -> [UInt8] {
        var source = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &source) }
    }

    static func payloadKey(_ fileKey: [UInt8], nonce: [UInt8]) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: fileKey), salt: nonce, info: Array("payload".utf8),
            outputByteCount: 32)
    }
}

/// The nonce of a piece: its number in eleven bytes, and whether it is the last one.
struct AgeCounter {
    private var number: UInt64 = 0

    func nonce(isLast: Bool) throws -> ChaChaPoly.Nonce {
        let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
        return try ChaChaPoly.Nonce(data: [0, 0, 0] + bytes + [isLast ? 1 : 0])
    }

    mutating func advance() { number += 1 }
}

/// Encrypts what is written to it. ``finish()`` writes the last piece; a file without it is refused as truncated.
final class AgeWriter: ByteSink {
    private let sink: any ByteSink
    private let key: SymmetricKey
    private var counter = AgeCounter()
    private var piece: [UInt8] = []
    /// The key of the file, with which the writer itself reads it back.
    let fileKey: [UInt8]

    init(_ sink: any ByteSink, lock: BackupLock) throws {
        self.sink = sink
        fileKey = AgeFile.random(AgeWrapping.fileKeyBytes)
        let nonce = AgeFile.random(AgeFile.nonceBytes)
        key = AgeFile.payloadKey(fileKey, nonce: nonce)
        try sink.write(AgeHeader(try AgeWrapping.wrap(fileKey, for: lock), fileKey: fileKey).bytes[...])
        try sink.write(nonce[...])
    }

    func write(_ bytes: ArraySlice<UInt8>) throws {
        var rest = bytes
        while !rest.isEmpty {
            // A full piece is written only when more follows, because the last one is sealed differently.
            if piece.count == AgeFile.pieceBytes { try seal(isLast: false) }
            let taken = rest.prefix(AgeFile.pieceBytes - piece.count)
            piece += taken
            rest = rest.dropFirst(taken.count)
        }
    }

    func finish() throws { try seal(isLast: true) }

    private func seal(isLast: Bool) throws {
        let box = try ChaChaPoly.seal(piece, using: key, nonce: counter.nonce(isLast: isLast))
        try sink.write((Array(box.ciphertext) + Array(box.tag))[...])
        counter.advance()
        piece.removeAll(keepingCapacity: true)
    }
}

/// Decrypts a file. Returns only bytes of pieces that are authentic and in their place.
final class AgeReader: ByteSource {
    private let source: any ByteSource
    private let key: SymmetricKey
    private var counter = AgeCounter()
    /// The next piece as stored; empty after the last one.
    private var sealed: [UInt8]
    private var rest: ArraySlice<UInt8> = []

    private static let sealedBytes = AgeFile.pieceBytes + AgeFile.tagBytes

    /// Throws `backupRefused` if the key does not open the file, or its header is damaged.
    init(_ source: any ByteSource, key: BackupKey) throws {
        self.source = source
        let header = try AgeHeader(from: source)
        guard let fileKey = try AgeWrapping.unwrap(header.stanzas, with: key) else { throw BackupRefusal.wrongKey }
        guard fileKey.count == AgeWrapping.fileKeyBytes, header.isAuthentic(with: fileKey) else {
            throw BackupRefusal.damaged(localized("its header is damaged"))
        }
        let nonce = try source.readAll(AgeFile.nonceBytes)
        guard nonce.count == AgeFile.nonceBytes else { throw BackupRefusal.truncated }
        self.key = AgeFile.payloadKey(fileKey, nonce: nonce)
        sealed = try source.readAll(Self.sealedBytes)
        guard sealed.count >= AgeFile.tagBytes else { throw BackupRefusal.truncated }
    }

    func read(upTo count: Int) throws -> [UInt8] {
        while rest.isEmpty {
            if sealed.isEmpty { return [] }
            try open()
        }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    private func open() throws {
        // A piece is the last one if nothing follows.
        let next = sealed.count == Self.sealedBytes ? try source.readAll(Self.sealedBytes) : []
        let isLast = next.isEmpty
        // Only an empty file has an empty piece.
        let isEmpty = sealed.count == AgeFile.tagBytes
        guard !isEmpty || counter.isAtStart, isLast || next.count > AgeFile.tagBytes else {
            throw BackupRefusal.truncated
        }
        do {
            let box = try ChaChaPoly.SealedBox(
                nonce: counter.nonce(isLast: isLast), ciphertext: sealed.dropLast(AgeFile.tagBytes),
                tag: sealed.suffix(AgeFile.tagBytes))
            rest = Array(try ChaChaPoly.open(box, using: key))[...]
        } catch {
            throw BackupRefusal.damaged(localized("its content was changed, or its end is missing"))
        }
        counter.advance()
        sealed = next
    }
}

extension AgeCounter {
    var isAtStart: Bool { number == 0 }
}
