/// The channels over which notices are sent. A slice of `Records`.
package protocol ChannelRecords: Sendable {
    /// In the order of addition. The page channel is always included.
    func channels() async throws -> [StoredChannel]
    /// Adds a channel. If there is one with the same fingerprint, it gets the new name and address and is turned on,
    /// even at the limit. A channel that is new or was off gets no earlier notices; the pending notices of a channel
    /// that was on stay. Throws `channelRefused` for a new channel if there are already `limit` channels beside the
    /// page.
    ///
    /// The channel of a browser with the fingerprint `replaced` becomes this one, with its name, its state and its pending
    /// notices, if it has the same account.
    func add(_ channel: StoredChannel, replacing replaced: String?, limit: Int) async throws -> Channel
    /// A channel that is turned on again gets no earlier notices, and its last failure is removed. Throws `notFound` if
    /// there is none.
    func change(_ channel: Channel.ID, name: String?, isOn: Bool?) async throws
    /// Removes the channel with all its notices. Throws `notFound` if there is none. The page channel cannot be
    /// removed.
    func remove(_ channel: Channel.ID) async throws
}
