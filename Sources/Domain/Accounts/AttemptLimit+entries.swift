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

    /// Returns the keys of the counters that decide about an attempt.
    package func keys(of attempt: Attempt) -> [Entry.Key] {
        guard let pair = pair(attempt) else { return [.address(attempt.address)] }
        return [.pair(name: pair.name, address: pair.address), .name(pair.name), .address(attempt.address)]
    }

    /// The keys of entries that differ from what this process stored last.
    package var pendingKeys: Set<Entry.Key> { changes }

    /// Replaces the entries of `keys` by those that are stored now, because another process may have counted meanwhile.
    /// A key without a stored entry has no failures.
    ///
    /// If an entry has changes that could not be stored, the higher count and the latest times of both are taken. If it was
    /// to be removed, the stored entry stays.
    package mutating func replace(_ keys: [Entry.Key], by entries: [Entry], at now: Duration) {
        let pending = Dictionary(
            changes.intersection(keys).compactMap { key in entry(key).map { (key, $0) } },
            uniquingKeysWith: { first, _ in first })
        for key in keys {
            switch key {
            case .pair(let name, let address): pairs[Pair(name: name, address: address)] = nil
            case .name(let name): names[name] = nil
            case .address(let address): addresses[address] = nil
            }
            if pending[key] == nil { changes.remove(key) }
        }
        for entry in entries { add(entry, at: now) }
        for (key, own) in pending { merge(own, key) }
    }

    private mutating func merge(_ own: Entry, _ key: Entry.Key) {
        func merged(_ other: Failures?) -> Failures {
            let last = own.times.last ?? .zero
            return Failures(count: max(own.count, other?.count ?? 0), last: max(last, other?.last ?? last))
        }
        switch key {
        case .pair(let name, let address):
            let pair = Pair(name: name, address: address)
            pairs[pair] = merged(pairs[pair])
        case .name(let name): names[name] = merged(names[name])
        case .address(let address):
            let times = Set(own.times).union(addresses[address] ?? []).sorted()
            addresses[address] = Array(times.suffix(rules.addressTimes))
        }
    }

    /// Adds an entry, unless it decides nothing any more.
    private mutating func add(_ entry: Entry, at now: Duration) {
        guard let last = entry.times.last, entry.count > 0, now - last < rules.memory else { return }
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

    /// Adds entries of an earlier process, whose names are masked, and masks names from now on. Entries that decide
    /// nothing any more are dropped; the next `takeChanges` names them as gone. What was counted meanwhile is added, and
    /// the next `takeChanges` returns it.
    package mutating func restore(
        _ entries: [Entry], masking mask: @escaping @Sendable (String) -> String, at now: Duration
    ) {
        self.mask = mask
        let (counted, knownNames) = (pairs, names)
        (pairs, names, changes) = ([:], [:], Set(addresses.keys.map { .address($0) }))
        for entry in entries { add(entry, at: now) }
        changes.formUnion(Set(entries.map(\.key)).subtracting(keys))
        for (pair, failures) in counted {
            let pair = Pair(name: mask(pair.name), address: pair.address)
            pairs[pair, default: Failures()].add(failures)
            changes.insert(.pair(name: pair.name, address: pair.address))
        }
        for (name, failures) in knownNames {
            names[mask(name), default: Failures()].add(failures)
            changes.insert(.name(mask(name)))
        }
    }
}

extension AttemptLimit.Failures {
    fileprivate mutating func add(_ other: Self) {
        count += other.count
        last = max(last, other.last)
    }
}
