import ArgumentParser
import Foundation
import Glibc
import Messages

/// The option of the commands that take long.
struct ProgressOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(localized("Show progress on standard error. By default it is shown if that is a terminal.")))
    var progress: Bool?

    var isShown: Bool { (progress ?? true) && Terminal.isInteractive }
}

/// A line with a bar, the rate, and the remaining time at the average rate of the run.
struct ProgressBar {
    private let began = ContinuousClock.now

    /// The line for `done` of `total` items in `columns` of the terminal; without a total there is no bar.
    func line(done: Int, of total: Int?, columns: Int = Terminal.columns) -> String {
        Self.line(done: done, of: total, seconds: (ContinuousClock.now - began) / .seconds(1), columns: columns)
    }

    static func line(done: Int, of total: Int?, seconds: Double, columns: Int) -> String {
        let rate = Double(done) / max(seconds, 0.001)
        let shown = rate.formatted(.number.precision(.fractionLength(1)))
        guard let total else {
            return String(localized("\(done, "done"), \(shown, "rate") a second").prefix(columns))
        }
        var line = localized("\(done, "done") of \(total, "total"), \(shown, "rate") a second")
        guard total > 0 else { return String(line.prefix(columns)) }
        if rate > 0 {
            let left = Int((Double(total - done) / rate).rounded())
            let time = "\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60)"
            line = localized(
                "\(done, "done") of \(total, "total"), \(shown, "rate") a second, \(time, "time") left")
        }
        let room = min(30, columns - line.count - 3)
        guard room >= 5 else { return String(line.prefix(columns)) }
        let full = min(room, room * done / total)
        return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: room - full) + "] " + line
    }
}

extension Terminal {
    /// The width of the terminal on standard error, in characters; 80 if it is unknown.
    static var columns: Int {
        var size = winsize()
        let isKnown = unsafe withUnsafeMutablePointer(to: &size) {
            unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), $0) == 0
        }
        return isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    }
}
