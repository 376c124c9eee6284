import Messages

/// The name of a device in the list of sessions: "Firefox on Android", from the header `User-Agent`. Pure.
enum DeviceName {
    /// The marks of browsers and systems in the order in which they are looked for: Chrome also names Safari.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"), ("curl", "curl"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "Mac"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    static func text(_ userAgent: String) -> String {
        let browser = name(in: userAgent, browsers)
        guard let system = name(in: userAgent, systems) else { return browser ?? localized("Unknown device") }
        let program = browser ?? localized("Browser")
        return localized("\(program, "browser") on \(system, "system")")
    }

    private static func name(in userAgent: String, _ list: [(mark: String, name: String)]) -> String? {
        list.first { userAgent.contains($0.mark) }?.name
    }
}
