/// The entries of the limit, for a store.
extension AttemptLimit {
    /// The failures of one counter.
    package struct Entry: Sendable, Hashable {
        /// What is counted. Names are masked.
        package enum Key: Sendable, Hashable {
            case pair(name: String, address: String)
            case name(String)
            case address(String)
        }

        package let key: Key
        package let count: Int
        /// The times of the failures, oldest first; of a name only the last one.
        package let times: [Duration]

        package init(key: Key, count: Int, times: [Duration]) {
            self.key = key
            self.count = count
            self.times = times
        }
    }

    var keys: Set<Entry.Key> {
        Set(pairs.keys.map { .pair(name: $0.name, address: $0.address) } + names.keys.map { .name($0) })
            .union(addresses.keys.map { .address($0) })
    }

    private func entry(_ key: Entry.Key) -> Entry? {
        func entry(_ failures: Failures?) -> Entry? {
            failures.map { Entry(key: key, count: $0.count, times: [$0.last]) }
        }
        return switch key {
        case .pair(let name, let address): entry(pairs[Pair(name: name, address: address)])
        case .name(let name): entry(names[name])
        case .address(let address): addresses[address].map { Entry(key: key, count: $0.count, times: $0) }
        }
    }

    /// Returns the entries that changed since the last call, and the keys of those that are gone.
    package mutating func takeChanges() -> (changed: [Entry], gone: [Entry.Key]) {
        defer { changes = [] }
        let entries = changes.map { (key: $0, entry: entry($0)) }
        return (entries.compactMap(\.entry), entries.filter { $0.entry == nil }.map(\.key))
    }

    /// Lets the next `takeChanges` return these again, because they could not be stored.
    package mutating func keepChanges(_ taken: (changed: [Entry], gone: [Entry.Key])) {
        changes.formUnion(taken.changed.map(\.key) + taken.gone)
    }

    /// Adds entries of an earlier process, whose names are masked, and masks names from now on. Entries that decide
    /// nothing any more are dropped; the next `takeChanges` names them as gone. What was counted meanwhile is added.
    package mutating func restore(
        _ entries: [Entry], masking mask: @escaping @Sendable (String) -> String, at now: Duration
    ) {
        self.mask = mask
        let (counted, knownNames) = (pairs, names)
        (pairs, names, changes) = ([:], [:], Set(entries.map(\.key)))
        for entry in entries {
            guard let last = entry.times.last, entry.count > 0, now - last < rules.memory else { continue }
            let failures = Failures(count: entry.count, last: min(last, now))
            switch entry.key {
            case .pair(let name, let address): pairs[Pair(name: name, address: address)] = failures
            case .name(let name): names[name] = failures
            case .address(let address):
                let times = entry.times.map { min($0, now) } + (addresses[address] ?? [])
                let recent = times.filter { now - $0 < rules.addressWindow }.suffix(rules.addressTimes)
                addresses[address] = recent.isEmpty ? nil : Array(recent)
            }
        }
        for (pair, failures) in counted {
            pairs[Pair(name: mask(pair.name), address: pair.address), default: Failures()].add(failures)
        }
        for (name, failures) in knownNames { names[mask(name), default: Failures()].add(failures) }
        changes.formUnion(keys)
    }
}

extension AttemptLimit.Failures {
    fileprivate mutating func add(_ other: Self) {
        count += other.count
        last = max(last, other.last)
    }
}
