import HTTPTransport

/// Another photograph of the same species. An application that shows it must name its author and licence.
public struct RelatedImage: Codable, Sendable, Hashable {
    /// The organ on it.
    public let organ: Organ?
    /// Its author.
    public let author: String?
    /// Its licence, for example `cc-by-sa`.
    public let license: String?
    /// The date on which it was taken.
    public let date: Moment?
    /// Its addresses.
    public let url: Sizes?
    /// Author, source and licence in one text, for display.
    public let citation: String?

    /// A point in time, in two forms.
    public struct Moment: Codable, Sendable, Hashable {
        /// Milliseconds since 1970.
        public let timestamp: Int?
        /// A text in the requested language, for display; it may use that language's digits, so do not parse it.
        public let string: String?

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            timestamp = container.integer(.timestamp)
            string = container.text(.string)
        }

        private enum CodingKeys: String, CodingKey { case timestamp, string }
    }

    /// The addresses of three sizes.
    public struct Sizes: Codable, Sendable, Hashable {
        /// The original image.
        public let o: String?
        /// The medium size.
        public let m: String?
        /// The small size.
        public let s: String?

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            o = container.text(.o)
            m = container.text(.m)
            s = container.text(.s)
        }

        private enum CodingKeys: String, CodingKey { case o, m, s }
    }

    private enum CodingKeys: String, CodingKey { case organ, author, license, date, url, citation }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        organ = container.text(.organ).map(Organ.init(rawValue:))
        author = container.text(.author)
        license = container.text(.license)
        date = container.value(.date)
        url = container.value(.url)
        citation = container.text(.citation)
    }
}
