import Connectivity
package import Household

extension Reachability {
    /// Reports changes from the kernel at once. Returns nil if this process may not watch the network.
    package static func watching() -> Reachability? {
        guard let watch = try? LinkWatch() else { return nil }
        return Reachability(
            link: { watch.link.map(Link.init) },
            changes: {
                AsyncStream { continuation in
                    let task = Task {
                        for await link in watch.changes() { continuation.yield(link.map(Link.init)) }
                        continuation.finish()
                    }
                    continuation.onTermination = { _ in task.cancel() }
                }
            })
    }
}

extension Reachability.Link {
    fileprivate init(_ link: Connectivity.Link) {
        self =
            switch link.kind {
            case .wifi: .wifi
            case .ethernet: .ethernet
            case .other: .other
            }
    }
}
