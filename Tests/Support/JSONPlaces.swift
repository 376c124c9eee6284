package import HTTPTransport

/// Replaces the members of a JSON value one by one.
extension JSONValue {
    /// The paths of all members and elements, as keys and indices.
    package var places: [[String]] { members.flatMap { name, value in [[name]] + value.places.map { [name] + $0 } } }

    private var members: [(String, JSONValue)] {
        switch self {
        case .object(let object): object.sorted { $0.key < $1.key }
        case .list(let list): list.enumerated().map { (String($0), $1) }
        default: []
        }
    }

    /// A copy with one member replaced or removed.
    package func with(_ other: JSONValue?, at place: ArraySlice<String>) -> JSONValue {
        guard let name = place.first else { return self }
        let rest = place.dropFirst()
        let changed = members.compactMap { key, value -> (String, JSONValue)? in
            guard key == name else { return (key, value) }
            return rest.isEmpty ? other.map { (key, $0) } : (key, value.with(other, at: rest))
        }
        if case .list = self { return .list(changed.map(\.1)) }
        return .object(Dictionary(changed, uniquingKeysWith: { first, _ in first }))
    }

    package var withUnknownKeys: JSONValue {
        switch self {
        case .object(let object):
            .object(object.mapValues(\.withUnknownKeys).merging(["zzz": .list([.null])]) { first, _ in first })
        case .list(let list): .list(list.map(\.withUnknownKeys))
        default: self
        }
    }
}
