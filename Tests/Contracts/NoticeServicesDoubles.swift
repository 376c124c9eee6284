import Foundation
package import Household
import Synchronization

extension NoticeServices {
    package static func drawn(
        noticeTransports: [NoticeTransport] = [], secretBox: SecretBox = .drawn(), leaseSeconds: Double = 60,
        publicAddress: String? = "https://house.test", showsPages: Bool = true,
        accepts: @escaping @Sendable (_ address: Channel.Address) -> Bool = { _ in true }
    ) -> NoticeServices {
        NoticeServices(
            noticeTransports: noticeTransports, secretBox: secretBox, leaseSeconds: leaseSeconds,
            showsPages: showsPages, accepts: accepts,
            publicAddress: { publicAddress })
    }
}

extension SecretBox {
    private final class Counter: Sendable {
        private let last = Mutex(0)
        func next() -> Int {
            last.withLock { last in
                last += 1
                return last
            }
        }
    }

    /// Not cryptography, but sealed bytes differ from their content and open only with the same context and seed.
    /// Random bytes are reproducible: the same for the same seed, different for another seed.
    package static func drawn(seed: UInt64 = 1) -> SecretBox {
        let counter = Counter()
        let random: @Sendable (Int) -> [UInt8] = { count in
            let label = "random \(seed) \(counter.next())"
            return (0..<(count + 31) / 32).flatMap { mixed(Array("\(label) \($0)".utf8)) }.prefix(count).map(\.self)
        }
        return SecretBox(
            seal: { bytes, context in
                let masked = mask(bytes, "\(seed) \(context)")
                return mixed(Array("seal \(seed) \(context)".utf8) + masked) + masked
            },
            open: { sealed, context in
                let (mark, masked) = (Array(sealed.prefix(32)), Array(sealed.dropFirst(32)))
                guard mark == mixed(Array("seal \(seed) \(context)".utf8) + masked) else {
                    throw HouseholdError(.storageFailed, "This was sealed with another key or for something else.")
                }
                return mask(masked, "\(seed) \(context)")
            },
            random: random, authenticate: { mixed(mixed(Array("key".utf8) + $1) + $0) }, digest: { mixed($0) },
            newSigningKey: { random(32) },
            publicKey: { key in [4] + mixed(Array("x".utf8) + key) + mixed(Array("y".utf8) + key) })
    }

    private static func mask(_ bytes: [UInt8], _ name: String) -> [UInt8] {
        let key = mixed(Array("mask \(name)".utf8))
        return bytes.enumerated().map { $1 ^ key[$0 % key.count] ^ UInt8(truncatingIfNeeded: $0 / key.count) }
    }

    /// 32 bytes, different for different input; not SHA-256.
    private static func mixed(_ bytes: [UInt8]) -> [UInt8] {
        var sums: [UInt64] = [14_695_981_039_346_656_037, 1, 2, 3].map { $0 &* 0x9E37_79B9_7F4A_7C15 ^ 0x5555 }
        for byte in bytes {
            for lane in sums.indices { sums[lane] = (sums[lane] ^ UInt64(byte)) &* 1_099_511_628_211 }
        }
        return sums.flatMap { sum in
            let stirred = (sum ^ sum >> 33) &* 0xFF51_AFD7_ED55_8CCD
            let last = stirred ^ stirred >> 29
            return (0..<8).map { UInt8(truncatingIfNeeded: last >> (8 * UInt64($0))) }
        }
    }
}

/// A notice transport that keeps the messages and behaves as a test configures.
package final class Mailbox: Sendable {
    package struct Letter: Sendable, Hashable {
        package let message: NoticeMessage
        package let address: Channel.Address
        package let identity: [UInt8]
    }

    /// The outcome of one attempt to send.
    package enum Manner: Sendable {
        case takes
        /// The message does not arrive.
        case fails(NoticeTransport.Failure)
        /// Waits until the gate is open, then the message arrives. It does not arrive if the task is cancelled.
        case hangs(Gate)
        /// The process dies before the message arrives, or after it arrived and before the result is stored.
        case dies(arrived: Bool)
    }

    private struct State {
        var letters: [Letter] = []
        var tries = 0
        var manner: @Sendable (NoticeMessage) -> Manner = { _ in .takes }
    }

    package let kind: Channel.Kind
    private let state = Mutex(State())

    package init(_ kind: Channel.Kind = .ntfy) { self.kind = kind }

    package var letters: [Letter] { state.withLock { $0.letters } }
    package var messages: [NoticeMessage] { letters.map(\.message) }
    /// The number of attempts to send.
    package var tries: Int { state.withLock { $0.tries } }

    /// Applies to all later attempts.
    package func behave(_ manner: @escaping @Sendable (NoticeMessage) -> Manner) {
        state.withLock { $0.manner = manner }
    }

    package func behave(_ manner: Manner) { behave { _ in manner } }

    /// Removes and returns the messages that arrived.
    package func empty() -> [NoticeMessage] {
        state.withLock { state in
            defer { state.letters = [] }
            return state.letters.map(\.message)
        }
    }

    package var noticeTransport: NoticeTransport {
        NoticeTransport(kind: kind) { message, address, identity in
            let manner = self.state.withLock { state in
                state.tries += 1
                return state.manner
            }
            let letter = Letter(message: message, address: address, identity: identity)
            switch manner(message) {
            case .takes: self.keep(letter)
            case .fails(let failure): throw failure
            case .hangs(let gate):
                gate.arrive()
                await gate.untilOpen()
                try Task.checkCancellation()
                self.keep(letter)
            case .dies(let arrived):
                if arrived { self.keep(letter) }
                throw CancellationError()
            }
        }
    }

    private func keep(_ letter: Letter) { state.withLock { $0.letters.append(letter) } }
}

extension Channel.Address {
    /// An address of that kind; different names give different addresses.
    package static func drawn(_ kind: Channel.Kind, _ name: String = "one") -> Channel.Address {
        switch kind {
        case .webPush:
            .webPush(
                WebPushSubscription(
                    endpoint: "https://push.test/\(name)", publicKey: [4] + [UInt8](repeating: 7, count: 64),
                    authentication: [UInt8](repeating: 9, count: 16)))
        case .ntfy: .ntfy(server: "https://ntfy.test", topic: name, token: nil)
        case .webhook: .webhook(url: "https://hook.test/\(name)", secret: [1, 2, 3])
        case .page: .page
        }
    }
}
