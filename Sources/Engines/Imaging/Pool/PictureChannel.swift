import Glibc

/// A stream socket that transports messages, each preceded by its length, with a deadline.
struct PictureChannel {
    enum Failure: Error {
        /// The other side closed the socket or ended.
        case closed
        case deadline
    }

    static let longestMessage = 256 << 20

    let descriptor: Int32

    /// Sends one message, which consists of one or several runs of bytes.
    func send(_ runs: [UInt8]..., before deadline: ContinuousClock.Instant?) throws(Failure) {
        let count = runs.reduce(0) { $0 + $1.count }
        try write((0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }, before: deadline)
        for run in runs { try write(run, before: deadline) }
    }

    func receive(before deadline: ContinuousClock.Instant?) throws(Failure) -> [UInt8] {
        let head = try read(4, before: deadline)
        let length = (0..<4).reduce(0) { $0 | Int(head[$1]) << (8 * $1) }
        guard length <= Self.longestMessage else { throw .closed }
        return try read(length, before: deadline)
    }

    private func write(_ run: [UInt8], before deadline: ContinuousClock.Instant?) throws(Failure) {
        var sent = 0
        while sent < run.count {
            try wait(for: POLLOUT, before: deadline)
            let count = run.withUnsafeBytes { buffer in
                Glibc.send(
                    descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count > 0 {
                sent += count
            } else if errno != EINTR, errno != EAGAIN {
                throw .closed
            }
        }
    }

    private func read(_ count: Int, before deadline: ContinuousClock.Instant?) throws(Failure) -> [UInt8] {
        var failure: Failure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                do throws(Failure) {
                    try wait(for: POLLIN, before: deadline)
                } catch {
                    failure = error
                    return
                }
                let got = recv(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, 0)
                if got > 0 {
                    filled += got
                } else if got == 0 || (errno != EINTR && errno != EAGAIN) {
                    failure = .closed
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private func wait(for event: Int32, before deadline: ContinuousClock.Instant?) throws(Failure) {
        var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        while true {
            var milliseconds: Int32 = -1
            if let deadline {
                let left = (deadline - .now) / .milliseconds(1)
                guard left > 0 else { throw .deadline }
                milliseconds = Int32(min(left.rounded(.up), 60_000))
            }
            let ready = poll(&request, 1, milliseconds)
            if ready > 0 { return }
            if ready < 0, errno != EINTR { throw .closed }
        }
    }
}
