internal import CLinux
import Foundation

/// Tells at once when this machine's network comes and goes.
///
/// Online means: a default route leads over an interface that carries. Whether anybody answers at its far end is not
/// asked, and nothing is sent. One thread sleeps until the kernel has something to say.
package final class LinkWatch: Sendable {
    private let board: LinkBoard
    private let bell: Bell

    /// Reads the state once, and from then on whenever something changed and then nothing more for `settle`; while
    /// changes go on without rest, every four times `settle`. The watch sees the network namespace of the thread that
    /// calls.
    package init(settle: Duration = .milliseconds(50)) throws(ConnectivityError) {
        bell = try Bell()
        // Told of changes before the first look, so that nothing falls between the two.
        let notices = try NetlinkSocket(toldOf: NetlinkSocket.everyChange)
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

    /// Nothing while offline. After `close`, the last that was known.
    package var link: Link? { board.link }

    /// The link of now first, then every change once it has settled; ends when the watch is closed.
    package func changes() -> AsyncStream<Link?> { board.changes() }

    /// Ends the thread and every stream of changes; again is no harm.
    package func close() {
        bell.ring()
        board.close()
    }
}

/// What the thread does.
private struct Watching: Sendable {
    let notices: NetlinkSocket
    let survey: NetworkSurvey
    let bell: Bell
    let board: LinkBoard
    let settle: Duration

    /// After a look that failed, the next: soon enough for a person, seldom enough for the processor.
    private static let pause: Duration = .seconds(1)
    /// Notices taken before the clock is looked at again, so that a flood of them does not put off the look.
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

    /// Whether anything was heard; nothing when the socket is of no more use. What was said does not matter: the
    /// state is read again as a whole, and so nothing is missed when notices are lost.
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

/// Wakes the thread for its end.
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

    /// Nothing once the bell was rung.
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
