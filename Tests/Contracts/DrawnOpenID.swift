import Accounts
package import Household
import Synchronization

/// A sign-in service in tests: a test says whom it states, and reads what it was asked.
package final class DrawnOpenID: Sendable {
    package static let issuer = "https://auth.example"
    package static let ben = OpenIDPerson(issuer: issuer, subject: "ben-1", name: "ben@example.net")

    private struct State {
        var answer: Result<OpenIDPerson, OpenIDFault> = .success(DrawnOpenID.ben)
        var addressFault: OpenIDFault?
        var requests: [OpenIDRequest] = []
        var codes: [OpenIDCode] = []
        var expectations: [OpenIDExpectation] = []
    }

    private let state = Mutex(State())
    private let name: String

    package init(name: String = "Authelia") { self.name = name }

    package func answer(_ answer: Result<OpenIDPerson, OpenIDFault>) { state.withLock { $0.answer = answer } }
    package func failAddress(_ fault: OpenIDFault?) { state.withLock { $0.addressFault = fault } }
    package var requests: [OpenIDRequest] { state.withLock { $0.requests } }
    package var codes: [OpenIDCode] { state.withLock { $0.codes } }
    package var expectations: [OpenIDExpectation] { state.withLock { $0.expectations } }

    package var services: OpenIDServices {
        OpenIDServices(
            name: name, issuer: Self.issuer,
            address: { [self] request throws(OpenIDFault) in
                let fault = state.withLock { state in
                    state.requests.append(request)
                    return state.addressFault
                }
                if let fault { throw fault }
                return "\(Self.issuer)/authorize?state=\(request.state)"
            },
            redeem: { [self] code, expectation throws(OpenIDFault) in
                try state.withLock { state in
                    state.codes.append(code)
                    state.expectations.append(expectation)
                    return state.answer
                }.get()
            })
    }
}
