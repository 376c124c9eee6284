import Crypto
import Foundation
import Household

/// Encrypts a message for one browser (RFC 8291: aes128gcm of RFC 8188 in one record), so that the push service cannot
/// read it.
enum WebPushSealing {
    /// The device's keys are invalid.
    struct UnusableKeys: Error {}
    struct TooLarge: Error {}

    /// The random values of a message; only tests set them, to compare with a known result.
    struct Draw: Sendable {
        let key: P256.KeyAgreement.PrivateKey
        let salt: [UInt8]

        init(key: P256.KeyAgreement.PrivateKey = .init(), salt: [UInt8] = FileSecretBox.random(16)) {
            self.key = key
            self.salt = salt
        }
    }

    private static let recordSize: UInt32 = 4096
    /// The maximum message size: a record of 4096 bytes minus the header (86), the delimiter (1) and the tag (16) (RFC
    /// 8291 §4).
    static let largest = 3993
    /// The padding step in bytes. The length of a message would reveal its type ("Water the fern" or a page of
    /// medicines), so every message except the largest is padded to a multiple of this.
    static let step = 256

    /// Throws `UnusableKeys` and `TooLarge`. The message is padded to a multiple of `step`.
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

        // The delimiter 2 marks the last record. The zeros after it are the padding.
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
