/// Processes many photographs, several at once, and delivers the results in the order of the input.
enum OrderedWork {
    /// Runs `work` for `jobs` items at once, and for a few more so that none waits for the disk. Throws the errors of
    /// `tell`.
    static func run<Item: Sendable, Result: Sendable>(
        _ items: some Sequence<Item>, jobs: Int, work: @escaping @Sendable (_ item: Item, _ place: Int) async -> Result,
        show: (Item, Result) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, Item, Result).self) { group in
            var (started, next) = (0, 0)
            var waiting: [Int: (Item, Result)] = [:]
            var iterator = items.makeIterator()
            while true {
                while group.isEmpty || started - next < jobs + 2 {
                    guard let item = iterator.next() else { break }
                    let place = started
                    started += 1
                    group.addTask { (place, item, await work(item, place)) }
                }
                guard let (place, item, result) = try await group.next() else { break }
                waiting[place] = (item, result)
                while let (item, result) = waiting.removeValue(forKey: next) {
                    next += 1
                    try show(item, result)
                }
                try Task.checkCancellation()
            }
        }
    }
}
