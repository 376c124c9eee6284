import Crypto
import Foundation
import Household

/// Seals a message for one browser (RFC 8291: aes128gcm of RFC 8188 in one record), so that the push service that carries
/// it cannot read it.
enum WebPushSealing {
    /// The device's keys are none.
    struct UnusableKeys: Error {}
    struct TooLarge: Error {}

    /// What is drawn anew for every message; given only by a test that knows what must come out.
    struct Draw: Sendable {
        let key: P256.KeyAgreement.PrivateKey
        let salt: [UInt8]

        init(key: P256.KeyAgreement.PrivateKey = .init(), salt: [UInt8] = FileSecretBox.random(16)) {
            self.key = key
            self.salt = salt
        }
    }

    private static let recordSize: UInt32 = 4096
    /// What a record of 4096 bytes leaves when the header (86), the delimiter (1) and the tag (16) are in it (RFC 8291 §4).
    static let largest = 3993
    /// A length tells of what it is the length: "Water the fern" or a page of medicines. Messages come in steps of this
    /// many bytes, the largest excepted.
    static let step = 256

    /// Throws `UnusableKeys` and `TooLarge`. `step` is what the message is padded to a multiple of.
    static func seal(
        _ message: [UInt8], for device: WebPushSubscription, step: Int = step, draw: Draw = Draw()
    ) throws -> [UInt8] {
        guard message.count <= largest else { throw TooLarge() }
        guard device.authentication.count == 16,
            let receiver = try? P256.KeyAgreement.PublicKey(x963Representation: device.publicKey),
            let shared = try? draw.key.sharedSecretFromKeyAgreement(with: receiver)
        else { throw UnusableKeys() }
        let sender = Array(draw.key.publicKey.x963Representation)

        let material = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: device.authentication,
            sharedInfo: Array("WebPush: info\0".utf8) + device.publicKey + sender, outputByteCount: 32)
        func derived(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: material, salt: draw.salt, info: Array("Content-Encoding: \(info)\0".utf8),
                outputByteCount: count)
        }
        let nonce = unsafe derived("nonce", 12).withUnsafeBytes { unsafe Array($0) }

        // 2: this record is the last one. The zeros after it are the padding.
        let zeros = padding(of: message.count, step: step)
        let box = try AES.GCM.seal(
            message + [2] + Array(repeating: 0, count: zeros), using: derived("aes128gcm", 16),
            nonce: AES.GCM.Nonce(data: nonce))
        let size = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: recordSize >> UInt32($0)) }
        return draw.salt + size + [UInt8(sender.count)] + sender + box.ciphertext + box.tag
    }

    private static func padding(of count: Int, step: Int) -> Int {
        let whole = max(1, (count + step - 1) / step) * step
        return min(whole, largest) - count
    }
}
