/// Which model gave an answer, and where it ran. The text is what is stored with the answer.
public struct ModelOrigin: Sendable, Hashable {
    /// Where it ran.
    public enum Place: Sendable, Hashable {
        case here
        /// On the model server with this host.
        case server(String)
        /// Here, because the model server with this host could not be used. It may have got the photographs.
        case insteadOf(String)
        /// Here, because the model server with this host could not be used a short time before, so it was not asked.
        case without(String)
    }

    /// Name and version: "garden-120 2".
    public let model: String
    /// Where the model ran.
    public let place: Place

    public init(model: String, place: Place = .here) {
        self.model = model
        self.place = place
    }

    private static let separators: [(String, @Sendable (String) -> Place)] = [
        (" @ ", { .server($0) }), (" instead of ", { .insteadOf($0) }), (" without ", { .without($0) }),
    ]

    /// Reads a stored text. One without a host is a model of this machine.
    public init(_ text: String) {
        for (separator, place) in Self.separators {
            guard let found = text.ranges(of: separator).last else { continue }
            let host = String(text[found.upperBound...])
            guard !host.isEmpty, !host.contains(" ") else { continue }
            self.init(model: String(text[..<found.lowerBound]), place: place(host))
            return
        }
        self.init(model: text)
    }

    /// "garden-120 2", "inat-plants 1 @ gpu.local", "garden-120 2 instead of gpu.local" or "garden-120 2 without gpu.local".
    public var text: String {
        switch place {
        case .here: model
        case .server(let host): "\(model) @ \(host)"
        case .insteadOf(let host): "\(model) instead of \(host)"
        case .without(let host): "\(model) without \(host)"
        }
    }

    /// Whether photographs may have left this machine for the model.
    public var mayHaveSent: Bool {
        switch place {
        case .here, .without: false
        case .server, .insteadOf: true
        }
    }
}
