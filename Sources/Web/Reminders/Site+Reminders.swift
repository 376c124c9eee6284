import Household

extension Site {
    static let settingsReminders = "/settings/reminders"
    static let settingsChannels = "/settings/channels"
    static let testChannel = Address<Channel.ID>("/settings/channels/:id/test")
    static let turnChannelOn = Address<Channel.ID>("/settings/channels/:id/on")
    static let turnChannelOff = Address<Channel.ID>("/settings/channels/:id/off")
    static let removeChannel = Address<Channel.ID>("/settings/channels/:id/remove")
    static let settingsFeeds = "/settings/feeds"
    static let revokeFeed = Address<FeedSubscription.ID>("/settings/feeds/:id/revoke")
    static let settingsNotices = "/settings/notices"
    static let retryNotice = Address<Int>("/settings/notices/:number/retry")
    /// The folder of the links of notices. A person who holds one may use it from anywhere.
    static let links = "/n"
    static let link = Address<String>("/n/:link")
    /// The folder of private calendars, each under its secret.
    static let calendars = "/calendar"
    static let calendar = Address<CalendarFile>("/calendar/:file")
}

extension Site.API {
    static let reminders = "/api/reminders"
    static let retryReminder = Address<Int>("/api/reminders/:number/retry")
    static let deadReminders = "/api/reminders/dead"
    static let alerts = "/api/alerts"
    static let alertSeen = Address<Int>("/api/alerts/:number/seen")
    static let pushKey = "/api/push-key"
    static let channels = "/api/channels"
    static let channel = Address<Channel.ID>("/api/channels/:id")
    static let testChannel = channel.appending("test")
    static let feeds = "/api/feeds"
    static let feed = Address<FeedSubscription.ID>("/api/feeds/:id")
}
