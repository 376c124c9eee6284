import Accounts
import Household
package import Hummingbird
import Logging

/// The context of one request.
package struct AppRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The largest body in bytes: a photograph of 20 MiB and the overhead of a form.
    package var maxUploadSize: Int { Limits.body }

    /// The signed-in person; nil without a session. `SessionMiddleware` sets it.
    var person: SignedIn?
    /// Who looks at medicines, reminders and photographs in this request. Pages and API use no other viewer.
    var viewer: MedicineViewer { MedicineViewer(person) }
    /// How the request reached the server. `ConnectionMiddleware` sets it; before that it is the other end of the
    /// connection.
    var connection: Connection
    /// The photographs that are being taken in. `ConnectionMiddleware` sets those of the server.
    var uploads = UploadSlots()
    /// The time of a monotonic clock. `ConnectionMiddleware` sets the household's.
    var steady: @Sendable () -> Duration = { .zero }

    private struct WithoutConnection: RequestContextSource {
        let logger: Logger
    }

    /// The context of a request that came by no connection.
    init(logger: Logger) {
        coreContext = .init(source: WithoutConnection(logger: logger))
        connection = Connection(clientAddress: nil, localPort: 0)
    }

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        connection = Connection(
            clientAddress: source.channel.remoteAddress?.ipAddress, localPort: source.channel.localAddress?.port)
    }
}

extension MedicineViewer {
    /// The viewer of a request; without a person there are no accounts.
    init(_ person: SignedIn?) {
        guard let person else {
            self = .household
            return
        }
        // A guest, and a token without the scope for medicines.
        self = person.permits(.readMedicines) ? .person(person.account.id) : .noAccess
    }
}

/// The limits of requests. Docs/settings.md lists them. Sizes are in bytes.
enum Limits {
    static let picture = 20 << 20
    static let body = picture + form
    /// The largest sum of the sizes of all photographs in one form.
    static let photographs = 64 << 20
    /// The body of a form with several photographs.
    static let photographForm = photographs + form
    /// An uploaded backup, which is written to the disk as it arrives.
    static let archive = 1 << 40
    /// The smallest piece of it that is written, except for the last one.
    static let piece = 1 << 20
    /// The number of bytes that are still read after a body was refused, so that the client can read the response. Then
    /// the connection is closed.
    static let swallowed = 4 << 20
    /// A form without a picture, and the overhead of a form with pictures.
    static let form = 64 << 10
    static let formParts = 20
    /// The header of one part of a form.
    static let partHead = 16 << 10
    /// The largest number of requests with photographs that are processed at the same time.
    static let uploads = 24
    /// The largest number of requests with photographs of one address, and of one account, at the same time.
    static let clientUploads = 6
    /// The part of `uploadBytes` that one address, or one account, may use.
    static let clientUploadBytes = uploadBytes / 2
    /// The least average rate of a photograph, after `uploadGraceSeconds`.
    static let uploadBytesPerSecond = 1 << 10
    static let uploadGraceSeconds = 10
    /// How long a client that sends too slowly may read the refusal.
    static let refusalSeconds = 2
    /// The largest sum of the sizes of all photographs that are in memory at the same time.
    static let uploadBytes = uploads * picture
    static let headerBytes = 32 << 10
    static let headerCount = 100
    static let headSeconds = 20
    static let bodySeconds = 120
    static let archiveSeconds = 6 * 3600
    static let idleSeconds = 30
    /// How long a response may wait for a client that reads nothing of it.
    static let stallSeconds = 60
    /// How long a TLS handshake may take.
    static let handshakeSeconds = 20
    /// How long the requests of a connection may go on when the server stops listening.
    static let quiesceSeconds = 10
    /// The number of connections that one client in the network may have.
    static let clientConnections = 16
    /// The number of connections without TLS that all clients together may have where only proxies may send requests.
    static let foreignConnections = 8
    /// The number of requests that one HTTP/2 connection may have at the same time.
    static let streams = 32

    /// Returns the largest body that a path accepts. One form accepts several photographs.
    static func body(to path: String) -> Int {
        if Site.isRestoreUpload(path) { return archive }
        return [Site.photographs, Site.share].contains(path) ? photographForm : body
    }
}
