extension Site {
    // The steps after the first account was made; later reachable from the settings.
    static let welcomePlace = "/welcome/place"
    static let welcomePeople = "/welcome/people"
    static let welcomePhones = "/welcome/phones"
    static let welcomeExamples = "/welcome/examples"
    static let welcome = "/welcome"
}
