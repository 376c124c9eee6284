import CLinux
import Contracts
import Dispatch
import Foundation
import Glibc
import Household
import Support
import Synchronization
import Testing

@testable import Certificates

@Suite("The file of the household authority", .tags(.medium))
struct AuthorityFileTests {
    let house: NetworkHouse

    init() throws { house = try NetworkHouse() }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: house.authorityFolder)) ?? []).sorted()
    }

    @Test("Nothing is stored before the authority is needed, and then one file that only its owner can read")
    func modes() throws {
        let services = house.services()
        _ = services.machine()
        _ = try services.qrCode("http://192.168.1.5:8181")
        #expect(!FileManager.default.fileExists(atPath: house.folder.path + "/secrets"))
        #expect(!NetworkServices.hasAuthority(in: house.authorityFolder))
        _ = try services.authority()
        #expect(files == ["authority.pem"])
        #expect(try mode(house.authorityPath) == 0o600)
        #expect(try mode(house.authorityFolder) == 0o700)
        #expect(try mode(house.folder.path + "/secrets") == 0o700)
        #expect(NetworkServices.hasAuthority(in: house.authorityFolder))
    }

    @Test("A folder that others can read is closed to them")
    func openFolder() throws {
        try FileManager.default.createDirectory(
            atPath: house.authorityFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        _ = try house.services().authority()
        #expect(try mode(house.authorityFolder) == 0o700)
    }

    @Test("A file that others can read, as a restored copy may be, is used with one warning")
    func openFile() throws {
        let first = try house.services().authority()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: house.authorityPath)
        let services = house.services()
        for _ in 0..<3 { #expect(try services.authority() == first) }
        #expect(house.lines.withLock { $0 }.filter { $0.contains("chmod 600 \(house.authorityPath)") }.count == 1)
    }

    @Test("The authority is the same after a restart")
    func restart() throws {
        let first = try house.services().authority()
        try house.clock.set("2027-05-01T00:00:00Z")
        #expect(try house.services().authority() == first)
    }

    @Test("Of many that make an authority at the same time, one stores its own, and all have that one")
    func race() throws {
        let results = Mutex<[AuthorityCertificate?]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let authority = try? house.services().authority()
            results.withLock { $0.append(authority) }
        }
        let all = results.withLock { $0 }
        #expect(all.count == 16 && !all.contains(nil))
        #expect(Set(all.compactMap { $0?.fingerprint }).count == 1)
        #expect(files == ["authority.pem"])
    }

    @Test(
        "A damaged file is an error with advice, and is never replaced",
        arguments: ["empty", "cut", "without key", "foreign key", "not text", "not a CA", "flipped"])
    func damaged(how: String) throws {
        let authority = try house.authority()
        let whole = try authority.pem()
        let certificate = try AuthorityCertificate(authority).pem
        let key = String(
            whole.prefix(whole.range(of: "-----BEGIN CERTIFICATE")?.lowerBound.utf16Offset(in: whole) ?? 0))
        let text: [UInt8]
        switch how {
        case "empty": text = []
        case "cut": text = Array(whole.utf8.prefix(whole.utf8.count - 60))
        case "without key": text = Array(certificate.utf8)
        case "foreign key":
            let foreign = try house.authority().pem()
            let end = try #require(foreign.range(of: "-----BEGIN CERTIFICATE")).lowerBound
            text = Array((foreign[..<end] + certificate).utf8)
        case "not text": text = [0xFF, 0xFE, 0x00, 0x80]
        case "not a CA":
            let identity = try authority.identity(names: ["localhost"], addresses: [], now: house.clock.now)
            let path = try house.file(of: identity)
            text = Array(key.utf8) + Array(try Data(contentsOf: URL(filePath: path)))
        default: text = Array(whole.replacing("MI", with: "MJ").utf8)
        }
        try FileManager.default.createDirectory(atPath: house.authorityFolder, withIntermediateDirectories: true)
        try Data(text).write(to: URL(filePath: house.authorityPath))
        let services = house.services()
        for body in [{ _ = try services.authority() }, { _ = try services.identity() }] as [() throws -> Void] {
            let error = #expect(throws: HouseholdError.self) { try body() }
            #expect(error?.code == .certificateUnusable)
            #expect(error?.message.contains(house.authorityPath) == true)
            #expect(error?.hint?.contains("backup") == true)
        }
        #expect(try [UInt8](Data(contentsOf: URL(filePath: house.authorityPath))) == text)
        #expect(files == ["authority.pem"])
        // The right file is read without a restart.
        try Data(whole.utf8).write(to: URL(filePath: house.authorityPath))
        #expect(try services.authority()?.pem == certificate)
    }

    @Test("A folder that cannot be written gives an error, and nothing half written")
    func notWritable() throws {
        try Data().write(to: URL(filePath: house.folder.path + "/secrets"))
        let error = #expect(throws: HouseholdError.self) { try house.services().identity() }
        #expect(error?.code == .storageFailed)
    }

    @Test(
        "On a full disk the authority is refused with a clear error, nothing is left behind, and it is made when there is room",
        .enabled(if: FullDisk.isPermitted, "needs root to mount a small file system"))
    func fullDisk() async throws {
        try await FullDisk.inside(house.folder.path) { [house] disk in
            try disk.fill()
            let services = house.services()
            let error = #expect(throws: HouseholdError.self) { try services.identity() }
            #expect(error?.code == .storageFull)
            #expect(!FileManager.default.fileExists(atPath: house.authorityPath))
            #expect(
                ((try? FileManager.default.contentsOfDirectory(atPath: house.authorityFolder)) ?? []).isEmpty)
            try disk.empty()
            #expect(try services.identity().names.contains("kitchen-pi.local"))
        }
    }
}

/// A file system of a few pages, mounted in a folder for one thread.
struct FullDisk {
    let folder: String

    /// Whether this process may mount one; that requires root.
    static let isPermitted: Bool = {
        let result = Mutex(false)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let isPossible =
                geteuid() == 0 && unshare(0x2_0000 /* CLONE_NEWNS */) == 0
                && mount("none", "/", nil, 0x4_4000 /* MS_REC, MS_PRIVATE */, nil) == 0
            result.withLock { $0 = isPossible }
            done.signal()
        }
        done.wait()
        return result.withLock { $0 }
    }()

    static func inside(_ folder: String, _ body: @escaping @Sendable (FullDisk) throws -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        guard unshare(0x2_0000) == 0, mount("none", "/", nil, 0x4_4000, nil) == 0,
                            mount("tmpfs", folder, "tmpfs", 0, "size=64k") == 0
                        else { throw POSIXError(.EPERM) }
                        try body(FullDisk(folder: folder))
                    })
            }
        }
    }

    func fill() throws {
        let file = open(folder + "/filler", O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        let page = [UInt8](repeating: 1, count: 4096)
        while write(file, page, page.count) > 0 {}
    }

    func empty() throws { try FileManager.default.removeItem(atPath: folder + "/filler") }
}
