import Calendar
import Foundation
import Household
import Synchronization

/// Time zones from this machine's own data. Foundation has bundled data, which are as old as the toolchain (2026-11,
/// Swift 6.3: 2025b). Can be removed when Foundation reads the system's data.
enum SystemZones {
    static let folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"]

    /// `TZDIR` takes precedence over the usual folders, as in the C library.
    static func zones(environment: [String: String]) -> Zones {
        let folder = folder(environment)
        let cache = ZoneCache()
        let named: @Sendable (String) -> Zone? = { name in
            guard Zone.isName(name) else { return nil }
            return cache.zone(name) {
                guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return nil }
                return try? Zone(name: name, tzif: [UInt8](bytes))
            }
        }
        let own = systemName(environment, folder: folder).flatMap(named) ?? .utc
        return Zones(
            system: own, version: version(in: folder), named: named, places: { places(in: folder) })
    }

    static func folder(_ environment: [String: String]) -> String {
        if let own = environment["TZDIR"], own.hasPrefix("/") { return own }
        return folders.first { FileManager.default.fileExists(atPath: $0 + "/tzdata.zi") }
            ?? folders.first { FileManager.default.fileExists(atPath: $0) } ?? folders[0]
    }

    /// The system's zone, from `TZ`, then the target of /etc/localtime, then /etc/timezone.
    static func systemName(_ environment: [String: String], folder: String) -> String? {
        if let name = environment["TZ"].map({ $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }), Zone.isName(name) {
            return name
        }
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime"),
            let place = target.range(of: "zoneinfo/")
        {
            let name = String(target[place.upperBound...])
            if Zone.isName(name) { return name }
        }
        guard let text = FileManager.default.contents(atPath: "/etc/timezone") else { return nil }
        let name = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return Zone.isName(name) ? name : nil
    }

    /// The version, as "2025b", from the first line of tzdata.zi: "# version 2025b".
    static func version(in folder: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: folder + "/tzdata.zi") else { return nil }
        defer { try? file.close() }
        guard let bytes = try? file.read(upToCount: 80) else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first ?? ""
        return line.hasPrefix("# version ") ? String(line.dropFirst("# version ".count)) : nil
    }

    /// The places in zone1970.tab. Its columns: country codes, coordinates, name, comment.
    static func places(in folder: String) -> [Zones.Place] {
        let text = ["/zone1970.tab", "/zone.tab"].lazy.compactMap {
            FileManager.default.contents(atPath: folder + $0)
        }.first.map { String(decoding: $0, as: UTF8.self) }
        return (text ?? "").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t").map(String.init)
            guard !line.hasPrefix("#"), fields.count >= 3, Zone.isName(fields[2]), let latitude = latitude(fields[1])
            else { return nil }
            return Zones.Place(
                zone: fields[2], latitude: latitude, countries: fields[0].split(separator: ",").map(String.init))
        }.sorted { $0.zone < $1.zone }
    }

    /// Converts ISO 6709, as "+4813+01620" or "-545448+0033000", to degrees with one decimal place, north positive.
    static func latitude(_ text: String) -> Double? {
        let digits = text.dropFirst().prefix { $0.isNumber }
        guard let sign = text.first, sign == "+" || sign == "-", digits.count == 4 || digits.count == 6,
            let degrees = Double(digits.prefix(2)), let minutes = Double(digits.dropFirst(2).prefix(2)), degrees <= 90
        else { return nil }
        return ((degrees + minutes / 60) * (sign == "-" ? -10 : 10)).rounded() / 10
    }
}

/// A cache of zones. An entry stays until the end of the process, as in the C library.
private final class ZoneCache: Sendable {
    private let known = Mutex<[String: Zone]>([:])

    func zone(_ name: String, _ read: () -> Zone?) -> Zone? {
        if let zone = known.withLock({ $0[name] }) { return zone }
        guard let zone = read() else { return nil }
        known.withLock { $0[name] = zone }
        return zone
    }
}
