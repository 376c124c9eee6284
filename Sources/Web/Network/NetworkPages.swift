import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The page "Phones in your home": an owner lets the devices of the home network in, and keeps them out.
struct NetworkPages {
    let household: Household
    let renderer: PageRenderer

    private var network: NetworkAccess { household.network }

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.network) { request, context in
            try await page(context, note: Self.note(Upload.query(request)["note"]))
        }
        router.on(.post, Site.network) { request, context in try await change(request, context) }
    }

    func add(to api: APIRoutes) {
        api.on(.get, Site.API.network, .init("getNetwork", "The listener for the home network.")) { _, _ in
            try APIAnswer(NetworkDocument(network))
        }
    }

    private func change(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let person = try context.signedIn()
        let action = try await Upload.form(request)["do"]
        do {
            switch action {
            case "open": try await network.open(by: person)
            case "close": try await network.close(by: person)
            default: throw HouseholdError(.valueRefused, localized("The field do is open or close."))
            }
        } catch let error as HouseholdError where Self.shown.contains(error.code) && request.wantsPage {
            return try await page(context, problem: Problem(error))
        }
        // The listener of this request is gone, so the request after a redirect would fail.
        if action == "close", isFromNetwork(context) {
            return try await page(context, note: Self.note("close"))
        }
        return Response.seeOther(Site.network.with(["note": action]))
    }

    private static let shown: Set<HouseholdError.Code> = [
        .networkUnavailable, .certificateUnusable, .settingRefused, .valueRefused,
    ]

    /// Whether the request came in by the listener that `close` ends.
    private func isFromNetwork(_ context: AppRequestContext) -> Bool {
        context.connection.isSecure && !context.connection.isForwarded
    }

    private func page(
        _ context: AppRequestContext, note: WordsFields? = nil, problem: Problem? = nil
    ) async throws -> Response {
        let page = NetworkPage(
            network, hasOwner: try await household.accounts.hasOwner(), isFromNetwork: isFromNetwork(context),
            note: note,
            problem: problem)
        return renderer.page(
            page, title: localized("Phones in your home"), tab: .none, household: household,
            status: problem?.status ?? .ok)
    }

    private static func note(_ name: String?) -> WordsFields? {
        switch name {
        case "open": WordsFields(words: localized("Other devices can connect now."))
        case "close":
            WordsFields(words: localized("Other devices are blocked. Only the machine of the server can connect."))
        default: nil
        }
    }
}

/// The page "Phones in your home".
struct NetworkPage: PageFields {
    /// While the server listens.
    struct Open: TemplateFields {
        /// Nil if no text fits into a code.
        let code: QRCodeFields?
        let address: String
        let others: [String]
        let hasOthers: Bool
        /// Nil with the operator's own certificate.
        let trust: Trust?
        let app: String
        let names: String
        /// The day until which the certificate is valid, and whether it is renewed automatically.
        let validUntil: String
        /// The certificate contains no host of this machine, so every browser warns.
        let isUncertified: Bool
        /// The page is used from a device of the network, which loses its connection when phones are kept out.
        let isFromNetwork: Bool
    }

    struct Trust: TemplateFields {
        let name: String
        let fingerprint: String
        let expires: String
    }

    static let template = "network"

    let note: WordsFields?
    let problem: RefusalFields?
    /// There is no owner, so no device is let in.
    let needsOwner: Bool
    let mayOpen: Bool
    let mayRetry: Bool
    let mayClose: Bool
    let isOpening: Bool
    let isRequired: Bool
    let open: Open?

    init(_ network: NetworkAccess, hasOwner: Bool, isFromNetwork: Bool, note: WordsFields?, problem: Problem?) {
        self.note = note
        let status = network.status
        var shown = problem.map(RefusalFields.init)
        var open: Open?
        if hasOwner, case .open(let ports) = status {
            do {
                open = try Open(network, ports, isFromNetwork: isFromNetwork)
            } catch {
                shown = RefusalFields(
                    Problem(
                        error as? HouseholdError
                            ?? HouseholdError(.internalFault, localized("The certificate is missing."))))
            }
        }
        if case .failed(let failure) = status, shown == nil {
            shown = RefusalFields(
                Problem(HouseholdError(.networkUnavailable, failure.message, hint: failure.hint)))
        }
        self.problem = shown
        self.open = open
        needsOwner = !hasOwner
        isRequired = network.services.isRequired
        isOpening = hasOwner && status == .opening
        let isFailed = if case .failed = status { true } else { false }
        let isOpen = if case .open = status { true } else { false }
        mayOpen = hasOwner && status == .closed
        mayRetry = hasOwner && isFailed
        mayClose = hasOwner && !isRequired && (isOpen || isFailed || isOpening)
    }
}

extension NetworkPage.Open {
    init(_ network: NetworkAccess, _ ports: NetworkPorts, isFromNetwork: Bool) throws {
        let identity = try network.services.identity()
        let authority = try network.services.authority()
        let links = NetworkLinks(
            hosts: network.hosts(), names: identity.names, ports: ports, needsTrust: authority != nil)
        let addresses = links.hosts.map(links.start)
        guard let best = addresses.first, let app = links.app() else {
            throw HouseholdError(
                .networkUnavailable, localized("This machine has no address in a network."),
                hint: localized("Connect it to your home network by cable or Wi-Fi."))
        }
        code = (try? network.services.qrCode(best)).map { QRCodeFields($0, text: best) }
        address = best
        others = Array(addresses.dropFirst())
        hasOthers = addresses.count > 1
        trust = authority.map {
            NetworkPage.Trust(
                name: $0.name, fingerprint: $0.fingerprint.spaced, expires: Wording.day($0.expires))
        }
        self.app = app
        names = Wording.list(identity.names)
        let expires = Wording.day(identity.expires)
        validUntil = authority == nil ? expires : localized("\(expires, "day"), renewed automatically")
        isUncertified = !links.isCertified
        self.isFromNetwork = isFromNetwork
    }
}

extension String {
    /// A fingerprint with spaces instead of colons, which a line can be broken at.
    var spaced: String { replacing(":", with: " ") }
}

/// The network section of the settings and of an owner's account.
enum NetworkWording {
    static func words(_ status: NetworkStatus) -> String {
        switch status {
        case .open: localized("Devices in your home network can open Stillroom and sign in.")
        case .opening: localized("The server will allow devices of your home network in a moment.")
        case .closed:
            localized("Only the machine of the server can connect. Allow phones, tablets and other computers.")
        case .failed: localized("Devices of your home network cannot connect.")
        }
    }
}

/// The JSON of the network. A GET request makes no certificate: the authority exists as soon as the server listens.
struct NetworkDocument: Encodable {
    struct Certificate: Encodable {
        let names: [String]
        let expires: Date
        /// The SHA-256 of the authority's certificate; nil with the operator's own certificate.
        let authority: String?
    }

    let status: String
    /// Whether a setting requires that the server listens.
    let isRequired: Bool
    let hosts: [String]
    let httpsPort: Int?
    let wayInPort: Int?
    let certificate: Certificate?
    let detail: String?
    let hint: String?

    init(_ network: NetworkAccess) throws {
        isRequired = network.services.isRequired
        hosts = network.hosts()
        var ports: NetworkPorts?
        var failure: NetworkFailure?
        switch network.status {
        case .closed: status = "closed"
        case .opening: status = "opening"
        case .open(let open):
            status = "open"
            ports = open
        case .failed(let failed):
            status = "failed"
            failure = failed
        }
        httpsPort = ports?.https
        wayInPort = ports?.wayIn
        detail = failure?.message
        hint = failure?.hint
        certificate =
            try ports == nil
            ? nil
            : {
                let identity = try network.services.identity()
                return Certificate(
                    names: identity.names, expires: identity.expires,
                    authority: try network.services.authority()?.fingerprint)
            }()
    }
}
