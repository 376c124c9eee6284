package import Foundation
package import HTTPTransport
import HTTPTypes
package import Household
import Messages
import Recognition

import struct Crypto.SHA256

/// A bucket of an S3-compatible service: the few requests that photographs need.
///
/// Source: the S3 API reference of AWS. Only what Ceph, MinIO, Garage and OpenStack Swift offer as well is used.
package struct Bucket: Sendable {
    package struct Object: Sendable, Hashable {
        /// Without the prefix of the address.
        package let key: String
        package let size: Int
        package let modified: Date
    }

    package let address: BucketAddress
    private let signature: SignatureV4
    private let transport: HTTPTransport
    private let now: @Sendable () -> Date
    private let pause: @Sendable (Duration) async throws -> Void

    /// `transport` must follow no redirects. `pause` waits before a request is sent again. Sends nothing.
    package init(
        _ address: BucketAddress, signature: SignatureV4, transport: HTTPTransport, now: @escaping @Sendable () -> Date,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.address = address
        self.signature = signature
        self.transport = transport
        self.now = now
        self.pause = pause
    }

    /// The largest object that is read.
    static let largest = 64 << 20

    // MARK: - Objects

    /// How a request is sent: for how long its response is awaited, and whether it is sent again after a failure.
    private enum Patience {
        /// A database or a person waits.
        case short
        /// As long as a slow line needs for this many bytes.
        case bytes(Int)

        var limit: Duration {
            switch self {
            case .short: .seconds(2)
            // 400 kbit/s, and no more than the transport itself waits.
            case .bytes(let count): min(.seconds(20) + .seconds(Double(count) / 50_000), .seconds(110))
            }
        }
    }

    /// Stores an object. The service compares its content with the hash that was signed, and refuses it if they differ.
    /// Returns false if there was an object of this name and `isReplacing` is false; then nothing changed.
    @discardableResult
    func put(_ key: String, _ bytes: [UInt8], type: String, isReplacing: Bool) async throws -> Bool {
        let hash = SHA256.hash(data: bytes)
        var fields: HTTPFields = [.contentType: type, .amzMetaHash: Digest.hexadecimal(hash)]
        // What a service may not know, and can do without: the signed hash protects the content, too, and the name is the hash of
        // the content, so an object that is replaced stays the same.
        fields[.amzChecksum] = Data(hash).base64EncodedString()
        if !isReplacing { fields[.ifNoneMatch] = "*" }
        for attempt in 1... {
            let response = try await send(
                head(.put, address.path(key), fields), .bytes(bytes.count), body: HTTPTransport.Body(bytes),
                hash: Digest.hexadecimal(hash))
            switch response.head.status.code {
            case 200..<300: return true
            case 412: return false
            case 501 where fields[.amzChecksum] != nil:
                (fields[.amzChecksum], fields[.ifNoneMatch]) = (nil, nil)
            // Another request about this object is under way: an earlier attempt of this one, or a removal.
            case 409 where attempt < 4, 404 where attempt < 4 && !isBucketMissing(response):
                try await pause(.milliseconds(300 * attempt))
            default: throw failure(response)
            }
        }
        return false
    }

    /// Returns the content of an object, compared with the hash that was stored with it; nil if there is no such object.
    /// `size` is how many bytes are expected about.
    func get(_ key: String, about size: Int) async throws -> [UInt8]? {
        let response = try await send(head(.get, address.path(key)), .bytes(size))
        switch response.head.status.code {
        case 200: break
        // A proxy may say 404, too.
        case 404 where BucketAnswer(response.body).text("Code") == "NoSuchKey": return nil
        default: throw failure(response)
        }
        if let hash = response.head.headerFields[.amzMetaHash],
            hash != Digest.hexadecimal(SHA256.hash(data: response.body))
        {
            throw Self.damaged
        }
        return response.body
    }

    /// Returns the size of an object, and the hash that was stored with it; nil if there is no such object.
    func state(_ key: String) async throws -> (size: Int, hash: String?)? {
        let response = try await send(head(.head, address.path(key)), .bytes(0))
        switch response.head.status.code {
        case 200:
            let size = response.head.headerFields[.contentLength].flatMap(Int.init) ?? -1
            return (size, response.head.headerFields[.amzMetaHash])
        case 404: return nil
        default: throw failure(response)
        }
    }

    /// Removes an object; does nothing if there is none. Takes at most two seconds.
    func remove(_ key: String) async throws {
        let response = try await send(head(.delete, address.path(key)), .short)
        let isGone = response.head.status.code == 404 && !isBucketMissing(response)
        guard (200..<300).contains(response.head.status.code) || isGone else { throw failure(response) }
    }

    // MARK: - The bucket

    /// Calls `take` with each page of the list of objects, in order of their names.
    package func list(_ take: ([Object]) async throws -> Void) async throws {
        var continuation: String?
        repeat {
            var query = QueryItems()
            query.add("continuation-token", continuation)
            query.add("list-type", 2)
            query.add("prefix", address.prefix.isEmpty ? nil : address.prefix)
            let response = try await send(head(.get, "/\(address.bucket)" + query.text()), .bytes(1 << 20))
            let answer = try listing(response)
            try await take(answer.elements("Contents").compactMap(object))
            let isComplete = answer.text("IsTruncated") != "true"
            let next = isComplete ? nil : answer.text("NextContinuationToken")
            // An incomplete list must not look complete, and a service that repeats itself would be asked for ever.
            guard isComplete || next != nil && next != continuation else { throw failure(response) }
            continuation = next
        } while continuation != nil
    }

    private func object(_ answer: BucketAnswer) -> Object? {
        guard let name = answer.text("Key"), name.hasPrefix(address.prefix),
            let size = answer.text("Size").flatMap(Int.init)
        else { return nil }
        let modified = answer.text("LastModified").flatMap { text in
            // Some services write fractions of a second.
            try? Date(String(text.prefix(19)) + "Z", strategy: .iso8601)
        }
        // Without a time it counts as new, so that it is not removed as old.
        return Object(key: String(name.dropFirst(address.prefix.count)), size: size, modified: modified ?? now())
    }

    /// Throws if the service does not answer, does not accept the key, or has no such bucket. Takes at most two seconds.
    package func check() async throws {
        var query = QueryItems()
        query.add("list-type", 2)
        query.add("max-keys", 1)
        query.add("prefix", address.prefix.isEmpty ? nil : address.prefix)
        _ = try listing(try await send(head(.get, "/\(address.bucket)" + query.text()), .short))
    }

    /// The list in a response. A page of another program at this address is none.
    private func listing(_ response: HTTPTransport.Response) throws -> BucketAnswer {
        let answer = BucketAnswer(response.body)
        guard response.head.status.code == 200, answer.text("IsTruncated") != nil else { throw failure(response) }
        return answer
    }

    /// A missing object and a missing bucket have the same status.
    private func isBucketMissing(_ response: HTTPTransport.Response) -> Bool {
        BucketAnswer(response.body).text("Code") == "NoSuchBucket"
    }

    // MARK: - Requests

    private func head(_ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = HTTPFields()) -> HTTPRequest
    {
        HTTPRequest(
            method: method, scheme: address.scheme, authority: address.authority, path: path, headerFields: fields)
    }

    /// The SHA-256 of nothing.
    private static let emptyHash = Digest.hexadecimal(SHA256.hash(data: [UInt8]()))

    private func send(
        _ head: HTTPRequest, _ patience: Patience, body: HTTPTransport.Body? = nil, hash: String = Self.emptyHash
    ) async throws -> HTTPTransport.Response {
        var head = head
        signature.sign(&head, bodyHash: hash, at: now())
        var wire = transport.timingOut(after: patience.limit)
        if case .bytes = patience { wire = wire.retrying(.once, now: now).timingOut(after: patience.limit * 1.5) }
        do {
            return try await wire.send(.init(head: head, body: body, responseLimit: Self.largest))
        } catch let error as CancellationError {
            throw error
        } catch let error as HTTPTransportError where error.code == .tooLarge {
            throw Self.damaged
        } catch {
            throw HouseholdError(
                .storageFailed,
                localized("The bucket with the photographs (\(address.description, "address")) does not answer."),
                detail: (error as? HTTPTransportError)?.description,
                hint: localized("Check the network and the service, then try again."), cause: error)
        }
    }

    /// Whether the service itself has a problem, and not one object.
    static func isOutage(_ error: any Error) -> Bool {
        guard let error = error as? HouseholdError else { return false }
        if error.cause is HTTPTransportError { return true }
        let status = error.detail.flatMap { Int($0.prefix(3)) } ?? 0
        return status >= 500 || status == 429
    }

    static var damaged: HouseholdError {
        HouseholdError(
            .storageFailed, localized("A photograph in the bucket is not the one that was stored."),
            detail: damage, hint: localized("Restore it from a backup."))
    }

    private static let damage = "damaged"

    /// Whether an error says that an object is damaged, and not that the service failed.
    package static func isDamage(_ error: HouseholdError) -> Bool { error.detail == damage }

    /// What a person reads about an answer that is an error. The code of the service is its detail, never its text, which may
    /// repeat the request.
    private func failure(_ response: HTTPTransport.Response) -> HouseholdError {
        let status = response.head.status.code
        let code = BucketAnswer(response.body).text("Code").map { String($0.prefix(60)) }
        let detail = "\(status)" + (code.map { " \($0)" } ?? "")
        let place = address.description
        switch (status, code) {
        case (_, "NoSuchBucket"), (404, _):
            return HouseholdError(
                .storageFailed, localized("There is no bucket \(place, "address")."), detail: detail,
                hint: localized("Make it, or correct photographs.bucket-url."))
        case (_, "RequestTimeTooSkewed"):
            return HouseholdError(
                .storageFailed,
                localized("The bucket with the photographs refuses requests, because this machine's clock is wrong."),
                detail: detail, hint: localized("Set the clock (NTP)."))
        case (300..<400, _), (400, "AuthorizationHeaderMalformed"):
            return HouseholdError(
                .storageFailed,
                localized("The bucket \(place, "address") is at another address, or in another region."),
                detail: detail, hint: localized("Correct photographs.bucket-url and photographs.bucket-region."))
        case (401, _), (403, _):
            return HouseholdError(
                .storageFailed, localized("The bucket \(place, "address") does not accept the key."), detail: detail,
                hint: localized(
                    "Check photographs.bucket-key-id and its secret, and that the key may list, read, write and remove objects."
                ))
        case (507, _), (_, "QuotaExceeded"), (_, "XMinioStorageFull"):
            return HouseholdError(
                .storageFull, localized("The bucket with the photographs is full, so nothing was kept."),
                detail: detail, hint: localized("Make room and try again."))
        default:
            return HouseholdError(
                .storageFailed,
                localized("The bucket with the photographs (\(place, "address")) did not do what was asked."),
                detail: detail, hint: localized("Try again later."))
        }
    }
}
