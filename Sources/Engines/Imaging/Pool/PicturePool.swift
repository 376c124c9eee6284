import Foundation

/// Reads pictures in child processes, as many at the same time as the pool has threads.
///
/// A child that ends, hangs or has reached its number of pictures is replaced. The caller gets an `ImagingError`; the
/// process never crashes.
package final class PicturePool: Sendable {
    private let queue: OrderQueue
    private let threads: Int
    private let settings: Settings

    package struct Settings: Sendable {
        /// The program and its arguments; it runs `PictureWorker.run()`.
        package var command: [String]
        package var limits = PictureLimits()
        /// The wall-clock time limit for one picture.
        package var timeLimit: Duration = .seconds(10)
        /// A child is replaced after this many pictures.
        package var ordersPerProcess = 500

        package init(command: [String]) {
            self.command = command
        }
    }

    /// Starts `size` threads. Each starts its own child at its first picture, or when `warmUp` is called.
    package init(size: Int, settings: Settings) {
        threads = max(1, size)
        self.settings = settings
        queue = OrderQueue()
        for _ in 0..<threads {
            let thread = Thread { [queue] in Self.serve(queue, settings: settings) }
            thread.name = "pictures"
            thread.start()
        }
    }

    deinit {
        queue.close()
    }

    package var size: Int { threads }

    /// Starts the children now, so that the first pictures do not wait for them. Returns at once.
    package func warmUp() { queue.warmUp() }

    /// Reads one picture. Throws `ImagingError`, or `CancellationError` if the task is cancelled first.
    package func prepare(_ picture: [UInt8], as preparation: Preparation) async throws -> Prepared {
        guard picture.count <= settings.limits.bytes else {
            throw ImagingError(
                .tooManyBytes, during: "limits", "The file is larger than \(settings.limits.bytes >> 20) MiB.",
                numbers: [settings.limits.bytes >> 20])
        }
        _ = try PictureFormat(sniffing: picture)
        let seconds = max(1, Int(settings.timeLimit / .seconds(1)))
        let head = PictureOrder(
            picture: picture[...], preparation: preparation, limits: settings.limits, processorSeconds: seconds
        ).head
        let ticket = queue.ticket()
        defer { queue.forget(ticket) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.add(
                    .init(ticket: ticket, head: head, picture: picture, preparation: preparation), continuation)
            }
        } onCancel: {
            queue.cancel(ticket)
        }
    }

    private static func serve(_ queue: OrderQueue, settings: Settings) {
        var process: PictureProcess?
        var isCold = true
        while let next = queue.next(isCold: isCold) {
            isCold = false
            guard case .picture(let waiting) = next else {
                // If it cannot start, the first picture says why.
                process = try? PictureProcess(settings.command)
                continue
            }
            let result = Result { () throws(ImagingError) in
                let current: PictureProcess
                if let process { current = process } else { current = try PictureProcess(settings.command) }
                process = current
                return try current.perform(
                    waiting.head, waiting.picture, waiting.preparation, before: .now + settings.timeLimit)
            }
            switch result {
            case .failure(let error) where [.tookTooLong, .decoderDied, .unavailable].contains(error.code):
                process = nil
            default:
                if let current = process, current.orders >= settings.ordersPerProcess { process = nil }
            }
            queue.settle(waiting.ticket, with: result)
        }
    }
}

/// Orders that wait for a thread, first come first served. Not an `AsyncSemaphore`: here threads wait for orders, and they
/// block.
///
/// `@unchecked Sendable`: every field is touched only between `condition.lock()` and `condition.unlock()`.
private final class OrderQueue: @unchecked Sendable {
    typealias Continuation = CheckedContinuation<Prepared, any Error>
    struct Waiting {
        let ticket: Int
        let head: [UInt8]
        let picture: [UInt8]
        let preparation: Preparation
    }

    enum Next {
        case picture(Waiting)
        /// The thread starts its child before a picture needs it.
        case start
    }

    private let condition = NSCondition()
    private var waiting: [Waiting] = []
    private var continuations: [Int: Continuation] = [:]
    private var cancelled: Set<Int> = []
    private var tickets = 0
    private var isClosed = false
    private var isWarm = false

    func warmUp() {
        condition.withLock {
            isWarm = true
            condition.broadcast()
        }
    }

    func ticket() -> Int {
        condition.withLock {
            tickets += 1
            return tickets
        }
    }

    func add(_ order: Waiting, _ continuation: Continuation) {
        let refused = condition.withLock { () -> Bool in
            if isClosed || cancelled.remove(order.ticket) != nil { return true }
            continuations[order.ticket] = continuation
            waiting.append(order)
            condition.signal()
            return false
        }
        if refused { continuation.resume(throwing: CancellationError()) }
    }

    /// The next picture, or the order to start for a thread that had none yet; nil once the queue is closed.
    func next(isCold: Bool) -> Next? {
        condition.lock()
        defer { condition.unlock() }
        while waiting.isEmpty, !isClosed, !(isCold && isWarm) { condition.wait() }
        if isClosed { return nil }
        return waiting.isEmpty ? .start : .picture(waiting.removeFirst())
    }

    func settle(_ ticket: Int, with result: Result<Prepared, ImagingError>) {
        let continuation = condition.withLock { continuations.removeValue(forKey: ticket) }
        continuation?.resume(with: result.mapError { $0 as any Error })
    }

    /// The caller goes on at once; a picture already with a child is read to its end and thrown away.
    func cancel(_ ticket: Int) {
        let continuation = condition.withLock { () -> Continuation? in
            waiting.removeAll { $0.ticket == ticket }
            guard let continuation = continuations.removeValue(forKey: ticket) else {
                cancelled.insert(ticket)
                return nil
            }
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
    }

    func forget(_ ticket: Int) {
        condition.withLock { _ = cancelled.remove(ticket) }
    }

    func close() {
        let left = condition.withLock { () -> [Continuation] in
            isClosed = true
            waiting = []
            condition.broadcast()
            defer { continuations = [:] }
            return Array(continuations.values)
        }
        left.forEach { $0.resume(throwing: CancellationError()) }
    }
}
