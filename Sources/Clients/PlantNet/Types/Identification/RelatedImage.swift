import HTTPTransport

/// Another photograph of the same species. An application that shows it must name its author and licence.
public struct RelatedImage: Codable, Sendable, Hashable {
    /// What is on it.
    public let organ: Organ?
    /// Its author.
    public let author: String?
    /// `cc-by-sa` and others.
    public let license: String?
    /// When it was taken.
    public let date: Moment?
    /// Where it is.
    public let url: Sizes?
    /// Author, source and licence in one text, ready to be shown.
    public let citation: String?

    /// A moment as the service writes it.
    public struct Moment: Codable, Sendable, Hashable {
        /// Milliseconds since 1970.
        public let timestamp: Int?
        /// In words of the language asked for, perhaps with its digits: to be shown, not to be read.
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
        /// The original.
        public let o: String?
        /// Middling.
        public let m: String?
        /// Small.
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
