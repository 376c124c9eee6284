import Accounts
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Support
import Testing

@testable import Web

@Suite("Phones in the home network: the page of the owner", .tags(.medium), .timeLimit(.minutes(1)))
struct NetworkPagesTests {
    private static let ports = NetworkPorts(https: 8443, wayIn: 8181)

    /// A household whose listener does what the owner wishes.
    private static func listening(
        _ house: AccountHouse, as opened: NetworkStatus = .open(ports), _ body: () async throws -> Void
    ) async throws {
        let network = house.household.network
        let openRequests = network.openRequests()
        let listener = Task { for await isOpen in openRequests { network.report(isOpen ? opened : .closed) } }
        defer { listener.cancel() }
        try await body()
    }

    @Test("An owner lets phones in with one button, sees the code and the address, and keeps them out again")
    func openAndClose() async throws {
        let house = try AccountHouse(skipsPauses: true)
        let (cookie, _) = try await house.owned()
        try await Self.listening(house) {
            try await house.visiting { visit in
                let before = try await visit.get(Site.network, cookie: cookie)
                #expect(before.status == .ok && before.text.contains("Allow devices"))
                #expect(!before.text.contains("<svg class=\"qr-code\""))
                let opened = try await visit.post(Site.network, ["do": "open"], cookie: cookie)
                #expect(opened.status == .seeOther && opened.headers[.location] == Site.network.with(["note": "open"]))
                #expect(try await house.household.network.isWanted())
                let page = try await visit.get(Site.network, cookie: cookie).text
                for words in [
                    "http://kitchen.local:8181/", "https://kitchen.local:8443", "QR code of http://kitchen.local:8181/",
                    "01 02", "Stillroom kitchen", "Invite a person", "Block devices",
                ] { #expect(page.contains(words), "\(words)") }
                // The certificate of the test contains no address.
                #expect(!page.contains("192.168.1.5:8181"))
                let closed = try await visit.post(Site.network, ["do": "close"], cookie: cookie)
                #expect(closed.status == .seeOther)
                #expect(house.household.network.status == .closed)
                #expect(try await !house.household.network.isWanted())
            }
        }
    }

    @Test("A failure to listen is shown with its reason and hint, and can be tried again")
    func failure() async throws {
        let house = try AccountHouse(skipsPauses: true)
        let (cookie, _) = try await house.owned()
        let failed = NetworkStatus.failed(NetworkFailure("The port 8443 is taken.", hint: "Choose another port."))
        try await Self.listening(house, as: failed) {
            try await house.visiting { visit in
                for page in [
                    try await visit.post(Site.network, ["do": "open"], cookie: cookie),
                    try await visit.get(Site.network, cookie: cookie),
                ] {
                    #expect(page.text.contains("The port 8443 is taken.") && page.text.contains("Choose another port."))
                    #expect(page.text.contains("Try again") && page.text.contains("Block devices"))
                }
                let answer = try await visit.get(Site.API.network, cookie: cookie, accept: "application/json")
                #expect(answer.text.contains("\"status\":\"failed\""))
                #expect(answer.text.contains("\"detail\":\"The port 8443 is taken.\""))
            }
        }
    }

    @Test("Without an owner the page asks for an account first, and nothing opens")
    func withoutOwner() async throws {
        let house = try AccountHouse(skipsPauses: true)
        try await house.visiting { visit in
            let page = try await visit.get(Site.network)
            #expect(page.status == .ok && page.text.contains("First, make the owner account"))
            #expect(!page.text.contains("value=\"open\""))
            #expect(try await visit.post(Site.network, ["do": "open"]).status == .unauthorized)
            #expect(try await !house.household.network.isWanted())
        }
    }

    @Test("A setting that requires the network is named, and no button closes it")
    func required() async throws {
        let house = try AccountHouse(skipsPauses: true, networkServices: .drawn(isRequired: true))
        let (cookie, _) = try await house.owned()
        house.household.network.report(.open(Self.ports))
        try await house.visiting { visit in
            let page = try await visit.get(Site.network, cookie: cookie).text
            #expect(page.contains("An address in the network is set") && !page.contains("value=\"close\""))
            let refused = try await visit.post(Site.network, ["do": "close"], cookie: cookie)
            #expect(refused.status == .unprocessableContent && refused.text.contains("--host 127.0.0.1"))
        }
    }
}

extension NetworkPagesTests {
    @Test("A certificate that cannot be used is shown as a problem on the page")
    func damaged() async throws {
        let services = NetworkServices.drawn(identity: {
            throw HouseholdError(.certificateUnusable, "The key file is damaged.", hint: "Restore it.")
        })
        let house = try AccountHouse(networkServices: services)
        let (cookie, _) = try await house.owned()
        house.household.network.report(.open(Self.ports))
        try await house.visiting { visit in
            let page = try await visit.get(Site.network, cookie: cookie)
            #expect(page.status == .ok && page.text.contains("The key file is damaged."))
            #expect(page.text.contains("Block devices"))
            let invited = try await visit.post(Site.invitations, ["role": "member"], cookie: cookie)
            #expect(invited.status == .ok && invited.text.contains("http://localhost/invitation/"))
        }
    }

    @Test("The page warns if the certificate contains no host of this machine", arguments: [true, false])
    func warning(isOwn: Bool) async throws {
        let services = NetworkServices.drawn(identity: {
            ServerIdentity(
                chain: [[1]], key: [2], names: isOwn ? ["kitchen.local"] : ["elsewhere.example"],
                expires: Date(timeIntervalSince1970: 4e9))
        })
        let house = try AccountHouse(networkServices: services)
        let (cookie, _) = try await house.owned()
        house.household.network.report(.open(Self.ports))
        try await house.visiting { visit in
            let page = try await visit.get(Site.network, cookie: cookie).text
            #expect(page.contains("Browsers will warn") == !isOwn)
        }
    }

    @Test("Only an owner reaches the page, the form and the address of the API")
    func members() async throws {
        let house = try AccountHouse()
        let (owner, _) = try await house.owned()
        let member = try await house.joined(
            "Ben", as: .member, invitedBy: try #require(try await house.person(owner)))
        try await house.visiting { visit in
            for answer in [
                try await visit.get(Site.network, cookie: member),
                try await visit.post(Site.network, ["do": "open"], cookie: member),
                try await visit.get(Site.API.network, cookie: member, accept: "application/json"),
            ] { #expect(answer.status == .forbidden) }
            #expect(try await !visit.get(Site.account, cookie: member).text.contains("Phones in your home"))
            for page in [Site.account, Site.settings] {
                #expect(try await visit.get(page, cookie: owner).text.contains("Phones in your home"), "\(page)")
            }
        }
    }

    @Test("The API says whether the server listens, where, and with which certificate")
    func document() async throws {
        let house = try AccountHouse()
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let closed = try await visit.get(Site.API.network, cookie: cookie, accept: "application/json")
            #expect(closed.text == #"{"hosts":["kitchen.local","192.168.1.5"],"isRequired":false,"status":"closed"}"#)
            house.household.network.report(.open(Self.ports))
            let open = try await visit.get(Site.API.network, cookie: cookie, accept: "application/json").text
            for part in [
                "\"status\":\"open\"", "\"httpsPort\":8443", "\"wayInPort\":8181", "\"authority\":\"01:02\"",
                "\"names\":[\"kitchen.local\"]",
            ] { #expect(open.contains(part), "\(part)") }
        }
    }

    @Test("While the server listens, an invitation is a link for phones, with a code for it and one for the way in")
    func invitation() async throws {
        let house = try AccountHouse()
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let near = try await visit.post(Site.invitations, ["role": "member"], cookie: cookie).text
            #expect(near.contains("works on the machine of the server only") && !near.contains("qr-code"))
            house.household.network.report(.open(Self.ports))
            let page = try await visit.post(Site.invitations, ["role": "member"], cookie: cookie).text
            let link = try #require(
                page.firstMatch(of: /value="(https:\/\/kitchen\.local:8443\/invitation\/[\w-]{43})"/))
            #expect(page.contains("QR code of \(link.1)") && page.contains("QR code of http://kitchen.local:8181/"))
            #expect(!page.contains("works on the machine of the server only"))
        }
    }
}

extension NetworkPagesTests {
    // MARK: Links

    @Test(
        "A host is offered if the certificate contains it",
        arguments: [
            ("kitchen.local", ["kitchen.local"], true), ("Kitchen.local", ["kitchen.local"], true),
            ("kitchen", ["kitchen.local"], false), ("192.168.1.5", ["kitchen", "192.168.1.5"], true),
            ("[fd00::1]", ["fd00:0:0:0:0:0:0:1"], true), ("[fd00::1]", ["fd00::2"], false),
            ("home.example.com", ["*.example.com"], true), ("a.home.example.com", ["*.example.com"], false),
            ("example.com", ["*.example.com"], false), ("local", ["*.local"], false),
        ])
    func certified(host: String, names: [String], isCertified: Bool) {
        #expect(NetworkLinks.isCertified(host, by: names) == isCertified)
    }

    @Test("Without the way in or with an own certificate, a device begins at the app")
    func start() {
        let links = { (wayIn: Int?, needsTrust: Bool) in
            NetworkLinks(
                hosts: ["a.local", "10.0.0.2"], names: ["a.local"], ports: NetworkPorts(https: 1, wayIn: wayIn),
                needsTrust: needsTrust)
        }
        #expect(links(2, true).start("a.local") == "http://a.local:2/")
        #expect(links(2, false).start("a.local") == "https://a.local:1/")
        #expect(links(nil, true).start("a.local") == "https://a.local:1/")
        #expect(links(2, true).hosts == ["a.local"])
    }

    @Test("A device keeps the host that it used if the certificate contains it, and otherwise gets the best one")
    func closest() {
        let links = NetworkLinks(
            hosts: ["a.local", "10.0.0.2"], names: ["a.local", "a", "localhost"], ports: Self.ports, needsTrust: true)
        for (host, closest) in [
            ("A.local", "a.local"), ("a", "a"), ("localhost", "localhost"), ("10.0.0.2", "a.local"),
            ("[::1]", "a.local"),
        ] { #expect(links.closest(to: host) == closest, "\(host)") }
    }

    @Test("If the certificate contains none of the hosts, all are offered")
    func uncertified() {
        let links = NetworkLinks(
            hosts: ["a.local"], names: ["b.example"], ports: Self.ports, needsTrust: false)
        #expect(links.hosts == ["a.local"] && links.app() == "https://a.local:8443")
    }

    @Test("The path of a QR code has one rectangle for each run of dark modules in a row")
    func path() {
        let code = QRCode(width: 3, isDark: [true, true, false, false, false, true, true, false, true])
        #expect(QRCodeFields.path(code) == "M0 0h2v1h-2zM2 1h1v1h-1zM0 2h1v1h-1zM2 2h1v1h-1z")
    }
}
