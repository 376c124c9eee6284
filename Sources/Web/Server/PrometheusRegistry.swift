package import CoreMetrics
import Foundation
import Synchronization

/// A swift-metrics factory that renders its metrics in Prometheus' text format. No Prometheus package is available for
/// this project (2026-11); such a package can replace this file.
package final class PrometheusRegistry: MetricsFactory {
    private struct Series: Hashable {
        let name: String
        let labels: [String]
    }

    private enum Value {
        case counter(Double)
        case gauge(Double)
        case histogram(buckets: [Int], sum: Double, count: Int)
    }

    private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
    private let values = Mutex<[Series: Value]>([:])

    package init() {}

    /// All series in the text format, sorted by name and labels.
    package var text: String {
        let snapshot = values.withLock { $0 }
        var lines: [String] = []
        var last = ""
        for (series, value) in snapshot.sorted(by: {
            ($0.key.name, $0.key.labels.joined()) < ($1.key.name, $1.key.labels.joined())
        }) {
            let kind =
                switch value {
                case .counter: "counter"
                case .gauge: "gauge"
                case .histogram: "histogram"
                }
            if series.name != last { lines.append("# TYPE \(series.name) \(kind)") }
            last = series.name
            lines += Self.lines(series, value)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func lines(_ series: Series, _ value: Value) -> [String] {
        func line(_ suffix: String, _ extra: [String], _ number: Double) -> String {
            let labels = series.labels + extra
            let written = number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
            return series.name + suffix + (labels.isEmpty ? "" : "{" + labels.joined(separator: ",") + "}") + " "
                + written
        }
        switch value {
        case .counter(let number), .gauge(let number): return [line("", [], number)]
        case .histogram(let buckets, let sum, let count):
            var running = 0
            var lines: [String] = []
            for (bound, bucket) in zip(bounds, buckets) {
                running += bucket
                lines.append(line("_bucket", ["le=\"\(bound)\""], Double(running)))
            }
            lines.append(line("_bucket", ["le=\"+Inf\""], Double(count)))
            return lines + [line("_sum", [], sum), line("_count", [], Double(count))]
        }
    }

    private static func series(_ label: String, _ dimensions: [(String, String)]) -> Series {
        func tidy(_ text: String) -> String {
            String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" || $0 == ":" ? $0 : "_" })
        }
        return Series(
            name: tidy(label),
            labels: dimensions.map { name, value in
                let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
                    "\n", with: "\\n")
                return "\(tidy(name))=\"\(escaped)\""
            })
    }

    private final class Handle: CounterHandler, RecorderHandler, TimerHandler, MeterHandler {
        let series: Series
        let factory: PrometheusRegistry

        init(_ series: Series, _ factory: PrometheusRegistry) {
            self.series = series
            self.factory = factory
        }

        func increment(by amount: Int64) {
            factory.values.withLock { values in
                if case .counter(let old) = values[series] ?? .counter(0) {
                    values[series] = .counter(old + Double(amount))
                }
            }
        }

        func reset() { factory.values.withLock { $0[series] = .counter(0) } }

        func recordNanoseconds(_ duration: Int64) { observe(Double(duration) / 1e9) }

        func record(_ value: Int64) { observe(Double(value)) }

        func record(_ value: Double) { observe(value) }

        func set(_ value: Int64) { set(Double(value)) }

        func set(_ value: Double) { factory.values.withLock { $0[series] = .gauge(value) } }

        func increment(by amount: Double) { add(amount) }

        func decrement(by amount: Double) { add(-amount) }

        private func add(_ amount: Double) {
            factory.values.withLock { values in
                if case .gauge(let old) = values[series] ?? .gauge(0) { values[series] = .gauge(old + amount) }
            }
        }

        private func observe(_ value: Double) {
            factory.values.withLock { values in
                let empty = Value.histogram(buckets: .init(repeating: 0, count: bounds.count), sum: 0, count: 0)
                guard case .histogram(var buckets, let sum, let count) = values[series] ?? empty else { return }
                if let place = bounds.firstIndex(where: { value <= $0 }) { buckets[place] += 1 }
                values[series] = .histogram(buckets: buckets, sum: sum + value, count: count + 1)
            }
        }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        Handle(Self.series(label, dimensions), self)
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        Handle(Self.series(label, dimensions), self)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        Handle(Self.series(label, dimensions), self)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        Handle(Self.series(label, dimensions), self)
    }

    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
}
