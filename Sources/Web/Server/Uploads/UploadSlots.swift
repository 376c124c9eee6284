import Accounts
import HTTPTypes
import Messages
import Synchronization

/// Decides which photographs and files may be taken in at the same time.
///
/// A body that is arriving takes no slot: it only counts for its client and with the bytes that are in memory. A slot is
/// taken when the whole body is there, and is held while the picture is processed. So clients that send slowly cannot
/// keep the others out. Each client, that is, an address, an account or the link of a guest, has a share
/// of the requests and of the memory.
final class UploadSlots: Sendable {
    /// Who sends a photograph or a file.
    struct Client: Sendable, Hashable {
        let address: String?
        let account: Account.ID?
        let guest: GuestLink.ID?
        private let isThisMachine: Bool

        init(address: String?, account: Account.ID?, guest: GuestLink.ID? = nil) {
            self.address = address.map { AttemptLimit.Attempt(address: $0).address }
            self.account = account
            self.guest = guest
            isThisMachine = address.flatMap(NetworkAddress.init)?.place == .thisMachine
        }

        /// The clients whose share the request uses. On this machine without accounts all programs are one person. A
        /// guest is never that person: behind a proxy on this machine every guest has its address.
        var shares: [Share] {
            var shares: [Share] = []
            if let address, account != nil || guest != nil || !isThisMachine { shares.append(.address(address)) }
            if let account { shares.append(.account(account)) }
            if let guest { shares.append(.guest(guest)) }
            return shares
        }
    }

    enum Share: Sendable, Hashable {
        case address(String)
        case account(Account.ID)
        case guest(GuestLink.ID)
    }

    private struct Use {
        var requests = 0
        var bytes = 0
    }

    private struct State {
        var processing = 0
        var bytes = 0
        var uses: [Share: Use] = [:]
    }

    private let state = Mutex(State())

    /// The number of clients with a request.
    var clientCount: Int { state.withLock { $0.uses.count } }

    /// Counts a request whose body arrives. Throws a 429 problem if the client has too many.
    func begin(_ client: Client) throws {
        try state.withLock { state in
            guard client.shares.allSatisfy({ state.uses[$0, default: Use()].requests < Limits.clientUploads }) else {
                throw Problem.tooManyUploads
            }
            for share in client.shares { state.uses[share, default: Use()].requests += 1 }
        }
    }

    /// Counts bytes that have arrived. Throws a 503 problem if too many are in memory, and a 429 problem if too many of
    /// them are this client's. They count in any case, until `end`.
    func hold(_ bytes: Int, of client: Client) throws {
        try state.withLock { state in
            state.bytes += bytes
            for share in client.shares { state.uses[share, default: Use()].bytes += bytes }
            guard state.bytes <= Limits.uploadBytes else { throw Problem.uploadsBusy }
            guard client.shares.allSatisfy({ state.uses[$0, default: Use()].bytes <= Limits.clientUploadBytes }) else {
                throw Problem.tooManyUploads
            }
        }
    }

    /// Takes a slot for a body that is there. Throws a 503 problem if there is none.
    func take() throws {
        try state.withLock { state in
            guard state.processing < Limits.uploads else { throw Problem.uploadsBusy }
            state.processing += 1
        }
    }

    /// Gives a slot back.
    func giveBack() { state.withLock { $0.processing -= 1 } }

    /// Ends a request; `bytes` are those that were counted for it.
    func end(_ client: Client, bytes: Int) {
        state.withLock { state in
            state.bytes -= bytes
            for share in client.shares {
                guard var use = state.uses[share] else { continue }
                use.requests -= 1
                use.bytes -= bytes
                state.uses[share] = use.requests > 0 ? use : nil
            }
        }
    }
}

/// Measures whether a body arrives fast enough.
struct UploadPace {
    private let begin: Duration

    init(from begin: Duration) { self.begin = begin }

    /// Returns false if the average since the begin is below the least rate. The first seconds are free.
    func permits(_ bytes: Int, at now: Duration) -> Bool {
        let elapsed = now - begin
        guard elapsed > .seconds(Limits.uploadGraceSeconds) else { return true }
        return Double(bytes) >= elapsed / .seconds(1) * Double(Limits.uploadBytesPerSecond)
    }
}

extension Problem {
    static var uploadsBusy: Problem {
        var problem = Problem(
            .serviceUnavailable, code: "busy", title: localized("Too many uploads at the same time"),
            detail: localized("The server receives too many photos and files at this moment."),
            hint: localized("Try again in a moment."))
        problem.retryAfter = 5
        return problem
    }

    static var tooManyUploads: Problem {
        var problem = Problem(
            .tooManyRequests, code: "too-many-uploads", title: localized("Too many uploads at the same time"),
            detail: localized(
                """
                This device, account or guest sends \(Limits.clientUploads, "number") photographs or files, or too many \
                bytes, at the same time.
                """),
            hint: localized("Wait until one of them has arrived."))
        problem.retryAfter = 10
        return problem
    }

    static var uploadTooSlow: Problem {
        Problem(
            .requestTimeout, code: "upload-too-slow", title: localized("The upload arrives too slowly"),
            detail: localized("Less than 1 KiB a second arrived, so the server stopped waiting."),
            hint: localized("Try again where the network is better."))
    }
}
