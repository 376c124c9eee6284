internal import CLinux
import Foundation

/// Reports at once when this machine's network connection appears or disappears.
///
/// Online means: a default route uses an interface that is up. Whether a host on the internet answers is not tested,
/// and nothing is sent. One thread sleeps until the kernel reports a change.
package final class LinkWatch: Sendable {
    private let board: LinkBoard
    private let bell: Bell

    /// Reads the state once, and again after each change when no further change follows within `settle`; if changes
    /// continue, at least every four times `settle`. The watch covers the network namespace of the calling thread.
    package init(settle: Duration = .milliseconds(50)) throws(ConnectivityError) {
        bell = try Bell()
        // Subscribes to changes before the first reading, so that no change between the two is missed.
        let notices = try NetlinkSocket(groups: NetlinkSocket.everyChange)
        var survey = NetworkSurvey(socket: try NetlinkSocket())
        board = LinkBoard(try survey.link())
        let watching = Watching(notices: notices, survey: survey, bell: bell, board: board, settle: settle)
        let thread = Thread { watching.run() }
        thread.name = "links"
        thread.start()
    }

    deinit {
        close()
    }

    /// The current link; nil while offline. After `close`, the last known link.
    package var link: Link? { board.link }

    /// The current link, then every change once it has settled. The stream ends when the watch is closed.
    package func changes() -> AsyncStream<Link?> { board.changes() }

    /// Ends the thread and every stream of changes. Idempotent.
    package func close() {
        bell.ring()
        board.close()
    }
}

/// The work of the thread.
private struct Watching: Sendable {
    let notices: NetlinkSocket
    let survey: NetworkSurvey
    let bell: Bell
    let board: LinkBoard
    let settle: Duration

    /// The pause after a failed reading: short enough for a user, long enough for the processor.
    private static let pause: Duration = .seconds(1)
    /// The number of notifications read before the clock is checked again, so that a flood of them does not delay the
    /// reading.
    private static let handful = 64

    func run() {
        defer { board.close() }
        var survey = survey
        var settling = Settling(settle)
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while let wake = bell.wait(for: notices.descriptor, until: settling.deadline) {
            if wake == .notices {
                guard let heard = drain(into: &buffer) else { return }
                if heard { settling.heard(at: .now) }
            }
            guard let deadline = settling.deadline, deadline <= .now else { continue }
            settling.rest()
            do throws(ConnectivityError) {
                board.post(try survey.link())
            } catch {
                settling.heard(at: .now + Self.pause)
            }
        }
    }

    /// Reads all pending notifications, up to a limit. Returns whether there was one; nil if the socket is unusable.
    /// The contents are ignored: the whole state is read again, so lost notifications do no harm.
    private func drain(into buffer: inout [UInt8]) -> Bool? {
        var heard = false
        for _ in 0..<Self.handful {
            switch notices.receive(into: &buffer, waits: false) {
            case .datagram, .overflow: heard = true
            case .nothing: return heard
            case .failure: return nil
            }
        }
        return heard
    }
}

/// Wakes the thread so that it ends.
private final class Bell: Sendable {
    private let descriptor: Int32

    init() throws(ConnectivityError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw ConnectivityError(number: errno, during: "eventfd") }
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    func ring() {
        eventfd_write(descriptor, 1)
    }

    enum Wake {
        case notices, deadline
    }

    /// Waits for a notification or the deadline. Returns nil if the bell has rung or waiting failed.
    func wait(for notices: Int32, until deadline: ContinuousClock.Instant?) -> Wake? {
        var requests = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: notices, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            var milliseconds: Int32 = -1
            if let deadline {
                milliseconds = Int32(min(max(0, (deadline - .now) / .milliseconds(1)).rounded(.up), 60_000))
            }
            let ready = poll(&requests, 2, milliseconds)
            if ready < 0, errno != EINTR { return nil }
            if ready > 0 { return requests[0].revents == 0 ? .notices : nil }
            if ready == 0, let deadline, deadline <= .now { return .deadline }
        }
    }
}
