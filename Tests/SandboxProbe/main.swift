import CLinux
import Foundation
import Glibc

// Gives up the rights that a decoder gives up, then tries what a decoder must not do, and what it must still be able to do.
// Prints one line for each: its name, and "allowed" or the error.
//   sandbox-probe FILE    the file stands for the data of a household

/// Makes another process the owner of a socket, to which the kernel then sends signals.
func own(_ socket: Int32, _ process: pid_t) -> Int32 { fcntl(socket, F_SETOWN, process) }

var pair: [Int32] = [-1, -1]
_ = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)

let secret = CommandLine.arguments[1]
let parent = getppid()
_ = stillroom_isolate()
let files = stillroom_close_files(nil, 0)
let calls = stillroom_close_calls()

func report(_ name: String, _ result: Int32) {
    print(name, result < 0 ? unsafe String(cString: strerror(errno)) : "allowed", separator: ": ")
}

print("files", files == 0 ? "closed" : "open (\(files))", separator: ": ")
print("calls", calls == 0 ? "closed" : "open (\(calls))", separator: ": ")
report("read a library", unsafe open("/usr/lib/os-release", O_RDONLY))
report("read the data", unsafe open(secret, O_RDONLY))
report("write the data", unsafe open(secret, O_WRONLY))
report("make a file", unsafe open(secret + ".new", O_WRONLY | O_CREAT, 0o600))
report("rename the data", unsafe rename(secret, secret + ".old"))
report("remove the data", unsafe unlink(secret))
report("list a folder", unsafe open(URL(filePath: secret).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY))
report("open a connection", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
report("reach the service manager", socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
report("signal the server", kill(parent, 0))
report("signal through a socket", own(pair[0], parent))
report("change the rights of the data", unsafe chmod(secret, 0o644))
var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("/bin/true"), nil]
report("become a program", unsafe execv("/bin/true", &arguments))
var child = pid_t()
let failure = unsafe posix_spawn(&child, "/bin/true", nil, nil, &arguments, nil)
errno = failure
report("start a program", failure == 0 ? 0 : -1)
report("get rights in a namespace", unshare(0x1000_0000))
stillroom_allow_processor(5)
let done = DispatchSemaphore(value: 0)
Thread { done.signal() }.start()
done.wait()
report("start a thread", 0)
report("use memory", [UInt8](repeating: 1, count: 50 << 20).count == 50 << 20 ? 0 : -1)
