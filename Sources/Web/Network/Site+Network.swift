extension Site {
    /// The page "Phones in your home".
    static let network = "/settings/network"

    /// The addresses of the way in, which has its own listener without TLS.
    enum WayIn {
        static let page = "/"
        /// The authority as a configuration profile for Apple devices.
        static let profile = "/stillroom.mobileconfig"
        /// The authority as DER and as PEM.
        static let certificate = "/stillroom.crt"
        static let pem = "/stillroom.pem"
    }
}

extension Site.API {
    static let network = "/api/network"
}
