package import Foundation

/// The rules of FHIR R4 for any JSON (http://hl7.org/fhir/R4/json.html) and for the exported resources, checked without
/// a validator.
package enum FHIRRules {
    /// The violations with their places; empty if there are none.
    package static func faults(in json: Data) -> [String] {
        guard let value = try? JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed) else {
            return ["no JSON"]
        }
        var faults = values(value, at: "")
        if let bundle = value as? [String: Any], bundle["resourceType"] as? String == "Bundle" {
            faults += self.bundle(bundle)
        }
        return faults
    }

    /// Checks for nulls, empty values and texts without a visible character, and checks primitive types by field name.
    private static func values(_ value: Any, at place: String) -> [String] {
        switch value {
        case is NSNull: return ["\(place): null"]
        case let list as [Any]:
            return list.isEmpty
                ? ["\(place): an empty list"] : list.enumerated().flatMap { values($1, at: "\(place)[\($0)]") }
        case let object as [String: Any]:
            if object.isEmpty { return ["\(place): an empty object"] }
            return object.flatMap { name, value in values(value, at: "\(place).\(name)") }
                + structure(object, at: place)
        case let text as String:
            let name = place.split(separator: ".").last.map { $0.prefix { $0 != "[" } } ?? ""
            if text.allSatisfy(\.isWhitespace) { return ["\(place): an empty text"] }
            guard let pattern = patterns[String(name)] else { return [] }
            return matches(text, pattern) ? [] : ["\(place): “\(text)” is not as \(pattern)"]
        default: return []
        }
    }

    /// Checks one object, recognised by its fields.
    private static func structure(_ object: [String: Any], at place: String) -> [String] {
        var faults: [String] = []
        func rule(_ name: String, _ isKept: Bool) { if !isKept { faults.append("\(place): \(name)") } }
        func number(_ name: String) -> Double? { object[name] as? Double }
        for name in ["frequency", "frequencyMax", "count", "countMax"] where number(name) != nil {
            rule("\(name) is positive and whole", number(name).map { $0 > 0 && $0 == $0.rounded() } ?? false)
        }
        if place.hasSuffix(".repeat") {
            rule("frequencyMax only with frequency", object["frequencyMax"] == nil || object["frequency"] != nil)
            rule("periodMax only with period", object["periodMax"] == nil || object["period"] != nil)
            rule("period with its unit", (object["period"] == nil) == (object["periodUnit"] == nil))
            rule("no timeOfDay beside when", object["timeOfDay"] == nil || object["when"] == nil)
        }
        if object["code"] is String, object["value"] != nil { rule("a code with its system", object["system"] != nil) }
        if place.hasSuffix("Range"), let low = (object["low"] as? [String: Any])?["value"] as? Double,
            let high = (object["high"] as? [String: Any])?["value"] as? Double
        {
            rule("a range in its order", low <= high)
        }
        for name in ["asNeeded", "medication", "bounds", "effective", "dose"] {
            let choices = object.keys.filter { key in
                key.hasPrefix(name) && key.dropFirst(name.count).first?.isUppercase == true
                    && key != "doseAndRate"
            }
            rule("one of \(name)[x]", choices.count <= 1)
        }
        return faults
    }

    private static func bundle(_ bundle: [String: Any]) -> [String] {
        var faults: [String] = []
        guard let entries = bundle["entry"] as? [[String: Any]] else { return [] }
        let urls = entries.compactMap { $0["fullUrl"] as? String }
        if urls.count != entries.count { faults.append("an entry without a fullUrl") }
        if Set(urls).count != urls.count { faults.append("two entries with one fullUrl") }
        let resources = entries.compactMap { $0["resource"] as? [String: Any] }
        for resource in resources {
            let type = resource["resourceType"] as? String ?? "?"
            guard let needed = required[type] else {
                faults.append("an unknown resource: \(type)")
                continue
            }
            let isWhole = needed.allSatisfy { resource[$0] != nil }
            if !isWhole { faults.append("\(type) without one of \(needed)") }
            if let status = resource["status"] as? String, !(statuses[type] ?? []).contains(status) {
                faults.append("\(type) with the status \(status)")
            }
        }
        for reference in references(entries) where !urls.contains(reference) {
            faults.append("a reference that leads nowhere: \(reference)")
        }
        return faults
    }

    private static func references(_ value: Any) -> [String] {
        switch value {
        case let list as [Any]: list.flatMap(references)
        case let object as [String: Any]:
            object.flatMap { name, value in
                name == "reference" ? [value as? String].compactMap(\.self) : references(value)
            }
        default: []
        }
    }

    private static func matches(_ text: String, _ pattern: String) -> Bool {
        text.range(of: "^(\(pattern))$", options: .regularExpression) != nil
    }

    private static let uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    private static let instant =
        "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})"
    private static let patterns = [
        "id": "[A-Za-z0-9.-]{1,64}", "fullUrl": "urn:uuid:\(uuid)", "reference": "urn:uuid:\(uuid)",
        "timestamp": instant, "dateAsserted": instant, "effectiveDateTime": instant, "start": instant, "end": instant,
        "timeOfDay": "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]", "periodUnit": "s|min|h|d|wk|mo|a",
        "dayOfWeek": "mon|tue|wed|thu|fri|sat|sun", "code": "[^\\s]+(\\s[^\\s]+)*",
        "system": "https?://[a-z0-9./A-Z-]+",
        "when": "MORN|NOON|AFT|EVE|NIGHT|PHS|HS|WAKE|C|CM|CD|CV|AC|ACM|ACD|ACV|PC|PCM|PCD|PCV",
    ]
    private static let required = [
        "Patient": ["id"], "MedicationStatement": ["id", "status", "medicationCodeableConcept", "subject"],
        "MedicationAdministration": ["id", "status", "medicationCodeableConcept", "subject", "effectiveDateTime"],
    ]
    private static let statuses = [
        "MedicationStatement": ["active", "completed", "on-hold", "unknown"],
        "MedicationAdministration": ["completed", "not-done", "unknown"],
    ]
}
