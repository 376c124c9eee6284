import Foundation
import HTTPTransport

typealias Rule = PlantNetError.Rule

/// Checks a request before it is sent, because the service also charges a credit for requests that it refuses.
extension PlantNetError.Rule {
    static func check(language: String?) throws {
        guard let language else { return }
        let parts = language.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        let letters = parts.first.map { $0.utf8.allSatisfy(isLetter) && (2...3).contains($0.utf8.count) } ?? false
        let region = parts.dropFirst().allSatisfy { part in
            (2...4).contains(part.utf8.count) && part.utf8.allSatisfy(isAlphanumeric)
        }
        guard letters, region, parts.count <= 2 else {
            throw PlantNetError(refusing: .language, "a language is two or three letters, perhaps with a region")
        }
    }

    static func check(project: String) throws {
        let allowed = project.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || byte == UInt8(ascii: "-")
        }
        guard allowed, (1...100).contains(project.utf8.count) else {
            throw PlantNetError(refusing: .project, "a project's id is made of a–z, 0–9 and hyphens")
        }
    }

    static func check(images: [PlantNetImage]) throws {
        for (place, image) in images.enumerated() where !image.bytes.starts(with: image.type.magic) {
            throw PlantNetError(
                refusing: .imageFormat, "image \(place + 1) does not begin like a file of type \(image.type.rawValue)")
        }
        try check(organs: images.map(\.organ))
    }

    static func check(links: [PlantNetImageLink]) throws {
        for (place, link) in links.enumerated() {
            guard link.url.isWebAddress else {
                throw PlantNetError(refusing: .imageAddress, "the address of image \(place + 1) is not on the web")
            }
        }
        try check(organs: links.map(\.organ))
    }

    private static func check(organs: [Organ?]) throws {
        guard (1...5).contains(organs.count) else {
            throw PlantNetError(refusing: .imageCount, "one to five images are identified, not \(organs.count)")
        }
        let named = organs.compactMap(\.self)
        guard named.isEmpty || named.count == organs.count else {
            throw PlantNetError(refusing: .organs, "organs are named for all images or for none")
        }
        guard named.allSatisfy({ Organ.primary.contains($0) || Organ.secondary.contains($0) }) else {
            throw PlantNetError(refusing: .organs, "an organ is auto, leaf, flower, fruit, bark, habit or other")
        }
        guard named.isEmpty || named.contains(where: { Organ.primary.contains($0) }) else {
            throw PlantNetError(
                refusing: .organs, "habit and other are only taken beside an image of leaf, flower, fruit or bark")
        }
    }

    static func check(place: PlantNetPlace) throws {
        // A comparison with NaN is false, so NaN is refused too.
        guard abs(place.latitude) <= 90, abs(place.longitude) <= 180 else {
            throw PlantNetError(refusing: .place, "a latitude is from -90 to 90, a longitude from -180 to 180")
        }
    }

    static func check(page: PlantNetPage?) throws {
        guard page.map({ $0.number >= 1 && $0.size >= 1 }) ?? true else {
            throw PlantNetError(refusing: .page, "pages are counted from 1 and have at least one element")
        }
    }

    static func check(name: String) throws {
        guard !name.allSatisfy(\.isWhitespace), name.utf8.count <= 500 else {
            throw PlantNetError(refusing: .name, "a name has 1 to 500 bytes")
        }
    }

    /// Checks that a text such as `2026-03-20` is an existing day.
    static func check(day: String?) throws {
        guard let day else { return }
        let parts = day.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.allSatisfy(isDigit) ? Int($0) : nil }
        guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3, (1...12).contains(numbers[1]),
            (1...days(of: numbers[1], in: numbers[0])).contains(numbers[2])
        else {
            throw PlantNetError(refusing: .day, "a day is written YYYY-MM-DD")
        }
    }

    static func check(year: Int?) throws {
        guard year.map({ (2000...9999).contains($0) }) ?? true else {
            throw PlantNetError(refusing: .day, "a year has four digits, from 2000")
        }
    }

    private static func days(of month: Int, in year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= (byte | 0x20) }
    private static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
}
