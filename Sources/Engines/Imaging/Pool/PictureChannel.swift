internal import CLinux
import Glibc

/// A stream socket that transports messages, each preceded by its length, with a deadline.
struct PictureChannel {
    enum Failure: Error {
        /// The other side closed the socket or ended.
        case closed
        case deadline
    }

    static let longestMessage = 256 << 20
    /// The bit of a length that announces a descriptor.
    private static let attached = 1 << 31

    let descriptor: Int32

    /// Sends one message.
    func send(_ run: [UInt8], before deadline: ContinuousClock.Instant?) throws(Failure) {
        try write(Self.bytes(of: run.count), before: deadline)
        try write(run, before: deadline)
    }

    /// Sends one message with a picture: as a sealed file in memory, so that its bytes are copied once, or in the message
    /// itself where that is not possible. `sent` becomes the descriptor of the file; the caller empties and closes it after the
    /// answer, so that its memory is free even if the receiver keeps it.
    func send(
        _ head: [UInt8], with picture: [UInt8], as sent: inout Int32, before deadline: ContinuousClock.Instant?
    ) throws(Failure) {
        let file = picture.withUnsafeBytes { stillroom_sealed_file($0.baseAddress, $0.count) }
        guard file >= 0 else { return try sendWhole(head, picture, before: deadline) }
        sent = file
        let length = Self.bytes(of: head.count | Self.attached)
        try wait(for: POLLOUT, before: deadline)
        // The few bytes fit in the socket, which is empty between two orders.
        let count = stillroom_send_descriptor(descriptor, length, length.count, file)
        guard count != -Int(EPIPE), count != -Int(ECONNRESET), !(1..<length.count).contains(count) else {
            throw .closed
        }
        guard count == length.count else { return try sendWhole(head, picture, before: deadline) }
        try write(head, before: deadline)
    }

    private func sendWhole(
        _ head: [UInt8], _ picture: [UInt8], before deadline: ContinuousClock.Instant?
    ) throws(Failure) {
        try write(Self.bytes(of: head.count + picture.count), before: deadline)
        try write(head, before: deadline)
        try write(picture, before: deadline)
    }

    func receive(before deadline: ContinuousClock.Instant?) throws(Failure) -> [UInt8] {
        let head = try read(4, before: deadline)
        let length = (0..<4).reduce(0) { $0 | Int(head[$1]) << (8 * $1) }
        guard length <= Self.longestMessage else { throw .closed }
        return try read(length, before: deadline)
    }

    /// Receives a message, and the file that came with it; nil if none did. Waits as long as necessary.
    func receiveWithFile() throws(Failure) -> (message: [UInt8], file: PictureBytes?) {
        var (length, file): (UInt32, Int32) = (0, -1)
        var received = 0
        while true {
            received = stillroom_receive_descriptor(descriptor, &length, 4, &file)
            guard received == -Int(EINTR) else { break }
        }
        defer { if file >= 0 { close(file) } }
        // The sender writes these four bytes at once.
        guard received == 4 else { throw .closed }
        let count = Int(UInt32(littleEndian: length))
        guard count & Self.attached != 0 else {
            guard count <= Self.longestMessage else { throw .closed }
            return (try read(count, before: nil), nil)
        }
        let message = try read(count & ~Self.attached, before: nil)
        guard file >= 0 else { throw .closed }
        // It is closed by its new owner in any case.
        let picture = file
        file = -1
        guard let bytes = PictureBytes(closing: picture) else { throw .closed }
        return (message, bytes)
    }

    private static func bytes(of count: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
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
