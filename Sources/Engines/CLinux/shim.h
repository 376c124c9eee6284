#ifndef STILLROOM_CLINUX_H
#define STILLROOM_CLINUX_H

// Calls of Linux and glibc that are missing in Swift's own Glibc module.

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

extern int unshare(int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/// Removes rights: no new privileges, no core dump, no network. Call it while the process has one thread: the first
/// right applies to threads created later, and the last call fails in a process with several threads. Returns 0 if the
/// network is removed. A step that the system refuses (for example to an ordinary user in a container) is skipped.
static inline int stillroom_isolate(void) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (unshare(0x40000000 /* CLONE_NEWNET, for root */) == 0) return 0;
    return unshare(0x10000000 /* CLONE_NEWUSER */ | 0x40000000 /* CLONE_NEWNET */);
}

// <fcntl.h> defines it for GNU sources only.
enum { STILLROOM_O_PATH = 010000000 };

/// Closes the file system (Landlock): the process may read below the folders of `readable` and of the system's libraries, and
/// write, create, rename or remove nothing. Later kernels also close TCP, devices, and signals to other processes. Files
/// that are open stay usable. Holds for threads created later; requires that new privileges are given up. Returns 0, or a
/// negative errno if the kernel has no Landlock.
static inline int stillroom_close_files(const char *const *readable, size_t count) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return version < 0 ? -errno : -ENOSYS;
    // The headers of Debian 12 know version 2; the later rights have these numbers.
    struct { __u64 files, network, scopes; } handled = { 0, 0, 0 };
    handled.files = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    if (version >= 2) handled.files |= 1ULL << 13; // moving between folders
    if (version >= 3) handled.files |= 1ULL << 14; // truncating
    if (version >= 5) handled.files |= 1ULL << 15; // devices
    if (version >= 4) handled.network = 3; // bind, connect
    if (version >= 6) handled.scopes = 3; // abstract sockets, signals
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    int rules = (int) syscall(SYS_landlock_create_ruleset, &handled, size, 0);
    if (rules < 0) return -errno;
    static const char *const libraries[] = { "/usr/lib", "/usr/share", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache",
        "/etc/fonts", "/sys/devices/system/cpu", "/sys/devices/system/node", "/proc/cpuinfo", "/proc/meminfo" };
    size_t own = sizeof libraries / sizeof *libraries;
    for (size_t index = 0; index < own + count; index++) {
        int place = open(index < own ? libraries[index] : readable[index - own], STILLROOM_O_PATH | O_CLOEXEC);
        if (place < 0) continue;
        struct landlock_path_beneath_attr rule = { .parent_fd = place };
        // A rule of a file knows no rights of folders.
        rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
        if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) {
            rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
            syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        }
        close(place);
    }
    int result = syscall(SYS_landlock_restrict_self, rules, 0) == 0 ? 0 : -errno;
    close(rules);
    return result;
}

/// Refuses system calls that a decoder does not need (seccomp), in all threads: new processes and programs, new sockets and
/// connections, files opened for writing, changes of files' owners and attributes, the memory of other processes and signals
/// to them, namespaces, keys, and parts of the kernel that are rarely used. Gives up the rights of an administrator, too. A
/// refused call fails with EPERM, or with ENOSYS where the C library has another way. Requires that new privileges are given
/// up. Returns 0, or a negative errno.
static inline int stillroom_close_calls(void) {
#if defined(__x86_64__)
    const __u32 machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    const __u32 machine = AUDIT_ARCH_AARCH64;
#else
    return -ENOSYS;
#endif
#define STILLROOM_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define STILLROOM_LOAD_LOW(number) \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + (number) * sizeof(__u64))
#define STILLROOM_RETURN(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define STILLROOM_REFUSE(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), STILLROOM_RETURN(SECCOMP_RET_ERRNO | EPERM)
// Refuses the call if its argument has one of these bits, and allows it otherwise.
#define STILLROOM_REFUSE_BITS(call, number, bits) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4), STILLROOM_LOAD_LOW(number), \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, 1), STILLROOM_RETURN(SECCOMP_RET_ERRNO | EPERM), \
    STILLROOM_RETURN(SECCOMP_RET_ALLOW)
// Refuses the call if its second argument is this number.
#define STILLROOM_REFUSE_COMMAND(call, number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4), STILLROOM_LOAD_LOW(1), \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), STILLROOM_RETURN(SECCOMP_RET_ERRNO | EPERM), \
    STILLROOM_LOAD(nr)
// Allows the call if its first argument is this number, and refuses it otherwise.
#define STILLROOM_REFUSE_OTHERS(call, number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4), STILLROOM_LOAD_LOW(0), \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 1, 0), STILLROOM_RETURN(SECCOMP_RET_ERRNO | EPERM), \
    STILLROOM_RETURN(SECCOMP_RET_ALLOW)
    const __u32 writes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    struct sock_filter filter[] = {
        STILLROOM_LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine, 1, 0),
        STILLROOM_RETURN(SECCOMP_RET_KILL_PROCESS),
        STILLROOM_LOAD(nr),
#if defined(__x86_64__)
        // The calls of the x32 interface.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        STILLROOM_RETURN(SECCOMP_RET_ERRNO | EPERM),
        STILLROOM_REFUSE(SYS_fork), STILLROOM_REFUSE(SYS_vfork), STILLROOM_REFUSE(SYS_creat),
        STILLROOM_REFUSE(SYS_unlink), STILLROOM_REFUSE(SYS_rename), STILLROOM_REFUSE(SYS_mkdir), STILLROOM_REFUSE(SYS_rmdir),
        STILLROOM_REFUSE(SYS_link), STILLROOM_REFUSE(SYS_symlink), STILLROOM_REFUSE(SYS_chmod), STILLROOM_REFUSE(SYS_chown),
        STILLROOM_REFUSE(SYS_lchown), STILLROOM_REFUSE(SYS_mknod), STILLROOM_REFUSE(SYS_utime), STILLROOM_REFUSE(SYS_utimes),
        STILLROOM_REFUSE(SYS_futimesat),
        STILLROOM_REFUSE_BITS(SYS_open, 1, writes),
#endif
        // Only new threads of this process. The arguments of clone3 are in memory; the C library then calls clone.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4), STILLROOM_LOAD_LOW(0),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0), STILLROOM_RETURN(SECCOMP_RET_ERRNO | EPERM),
        STILLROOM_RETURN(SECCOMP_RET_ALLOW),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1), STILLROOM_RETURN(SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1), STILLROOM_RETURN(SECCOMP_RET_ERRNO | ENOSYS),
        STILLROOM_REFUSE_BITS(SYS_openat, 2, writes),
        STILLROOM_REFUSE(SYS_execve), STILLROOM_REFUSE(SYS_execveat),
        STILLROOM_REFUSE(SYS_socket), STILLROOM_REFUSE(SYS_socketpair), STILLROOM_REFUSE(SYS_connect),
        STILLROOM_REFUSE(SYS_bind), STILLROOM_REFUSE(SYS_listen), STILLROOM_REFUSE(SYS_accept), STILLROOM_REFUSE(SYS_accept4),
        STILLROOM_REFUSE(SYS_unlinkat), STILLROOM_REFUSE(SYS_renameat2), STILLROOM_REFUSE(SYS_mkdirat),
        STILLROOM_REFUSE(SYS_linkat), STILLROOM_REFUSE(SYS_symlinkat), STILLROOM_REFUSE(SYS_mknodat),
        STILLROOM_REFUSE(SYS_fchmod), STILLROOM_REFUSE(SYS_fchmodat), STILLROOM_REFUSE(SYS_fchown),
        STILLROOM_REFUSE(SYS_fchownat), STILLROOM_REFUSE(SYS_truncate), STILLROOM_REFUSE(SYS_utimensat),
        STILLROOM_REFUSE(SYS_ptrace), STILLROOM_REFUSE(SYS_process_vm_readv), STILLROOM_REFUSE(SYS_process_vm_writev),
        STILLROOM_REFUSE(SYS_pidfd_open), STILLROOM_REFUSE(SYS_pidfd_getfd), STILLROOM_REFUSE(SYS_kill),
        STILLROOM_REFUSE(SYS_unshare), STILLROOM_REFUSE(SYS_setns), STILLROOM_REFUSE(SYS_mount), STILLROOM_REFUSE(SYS_umount2),
        STILLROOM_REFUSE(SYS_chroot), STILLROOM_REFUSE(SYS_pivot_root), STILLROOM_REFUSE(SYS_keyctl),
        STILLROOM_REFUSE(SYS_add_key), STILLROOM_REFUSE(SYS_request_key), STILLROOM_REFUSE(SYS_bpf),
        STILLROOM_REFUSE(SYS_perf_event_open), STILLROOM_REFUSE(SYS_userfaultfd), STILLROOM_REFUSE(SYS_io_uring_setup),
        STILLROOM_REFUSE(SYS_personality), STILLROOM_REFUSE(SYS_renameat), STILLROOM_REFUSE(SYS_tkill),
        STILLROOM_REFUSE(SYS_rt_sigqueueinfo), STILLROOM_REFUSE(SYS_rt_tgsigqueueinfo),
        STILLROOM_REFUSE(SYS_setpriority), STILLROOM_REFUSE(SYS_ioprio_set), STILLROOM_REFUSE(SYS_pidfd_send_signal),
        STILLROOM_REFUSE(SYS_setxattr), STILLROOM_REFUSE(SYS_lsetxattr), STILLROOM_REFUSE(SYS_fsetxattr),
        STILLROOM_REFUSE(SYS_removexattr), STILLROOM_REFUSE(SYS_lremovexattr), STILLROOM_REFUSE(SYS_fremovexattr),
        STILLROOM_REFUSE(452 /* fchmodat2 */), STILLROOM_REFUSE(463 /* setxattrat */), STILLROOM_REFUSE(466 /* removexattrat */),
        STILLROOM_REFUSE(SYS_open_by_handle_at), STILLROOM_REFUSE(SYS_open_tree), STILLROOM_REFUSE(SYS_move_mount),
        STILLROOM_REFUSE(SYS_fsopen), STILLROOM_REFUSE(SYS_fsmount), STILLROOM_REFUSE(SYS_mount_setattr),
        STILLROOM_REFUSE(SYS_init_module), STILLROOM_REFUSE(SYS_finit_module), STILLROOM_REFUSE(SYS_kexec_load),
        STILLROOM_REFUSE(SYS_mq_open), STILLROOM_REFUSE(SYS_shmget), STILLROOM_REFUSE(SYS_msgget), STILLROOM_REFUSE(SYS_semget),
        // The kernel would send a signal for the owner of a socket.
        STILLROOM_REFUSE_COMMAND(SYS_fcntl, F_SETOWN), STILLROOM_REFUSE_COMMAND(SYS_fcntl, 15 /* F_SETOWN_EX */),
        STILLROOM_REFUSE_COMMAND(SYS_fcntl, 10 /* F_SETSIG */), STILLROOM_REFUSE_COMMAND(SYS_fcntl, 1026 /* F_NOTIFY */),
        STILLROOM_REFUSE_COMMAND(SYS_ioctl, 0x8901 /* FIOSETOWN */), STILLROOM_REFUSE_COMMAND(SYS_ioctl, 0x8902 /* SIOCSPGRP */),
        STILLROOM_REFUSE_COMMAND(SYS_ioctl, 0x5452 /* FIOASYNC */), STILLROOM_REFUSE_COMMAND(SYS_ioctl, 0x5412 /* TIOCSTI */),
        // Limits and signals of this process only.
        STILLROOM_REFUSE_OTHERS(SYS_prlimit64, 0), STILLROOM_REFUSE_OTHERS(SYS_tgkill, (__u32) getpid()),
        STILLROOM_RETURN(SECCOMP_RET_ALLOW),
    };
#undef STILLROOM_LOAD
#undef STILLROOM_LOAD_LOW
#undef STILLROOM_RETURN
#undef STILLROOM_REFUSE
#undef STILLROOM_REFUSE_BITS
#undef STILLROOM_REFUSE_OTHERS
#undef STILLROOM_REFUSE_COMMAND
    struct __user_cap_header_struct process = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct none[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
    syscall(SYS_capset, &process, none);
    struct sock_fprog program = { (unsigned short) (sizeof filter / sizeof *filter), filter };
    // With this flag a failure can be the number of a thread that could not take the filter.
    long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    return result == 0 ? 0 : result > 0 ? -ESRCH : -errno;
}

/// Limits the process: no files written, few files open, at most `memory` bytes of address space.
static inline void stillroom_confine(size_t memory) {
    struct rlimit none = { 0, 0 }, files = { 64, 64 }, space = { memory, memory };
    setrlimit(RLIMIT_FSIZE, &none);
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_NOFILE, &files);
    setrlimit(RLIMIT_AS, &space);
}

/// Allows `seconds` of further processor time.
static inline void stillroom_allow_processor(long seconds) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    rlim_t used = (rlim_t) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1);
    struct rlimit bound = { used + (rlim_t) seconds, RLIM_INFINITY };
    setrlimit(RLIMIT_CPU, &bound);
}

// Files in memory that pass from one process to another.

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

/// Creates a file in memory with these bytes, which cannot be changed any more; it can only be made empty. Returns its
/// descriptor or a negative errno.
static inline int stillroom_sealed_file(const void *bytes, size_t count) {
    // The values of glibc's <sys/mman.h> and <fcntl.h> for GNU sources.
    int file = (int) syscall(SYS_memfd_create, "photograph", 1u /* close on exec */ | 2u /* allow sealing */);
    if (file < 0) return -errno;
    size_t written = 0;
    while (written < count) {
        ssize_t part = write(file, (const char *) bytes + written, count - written);
        if (part > 0) written += (size_t) part;
        else if (part == 0 || errno != EINTR) break;
    }
    // No more seals, no larger, no other bytes.
    if (written == count && fcntl(file, 1033 /* F_ADD_SEALS */, 1 | 4 | 8) == 0) return file;
    int reason = errno;
    close(file);
    return reason == 0 ? -EIO : -reason;
}

/// Sends bytes and one descriptor over a stream socket, without waiting. Returns the number of bytes sent or a negative errno.
static inline long stillroom_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control = { .header = { 0 } };
    struct iovec part = { (void *) bytes, count };
    struct msghdr message = { 0 };
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = &control;
    message.msg_controllen = sizeof control.space;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    __builtin_memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    return sent < 0 ? -errno : sent;
}

/// Receives bytes, and the descriptor that came with them; `descriptor` is unchanged if none did. Returns the number of bytes,
/// 0 at the end, or a negative errno.
static inline long stillroom_receive_descriptor(int socket, void *bytes, size_t count, int *descriptor) {
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control = { .header = { 0 } };
    struct iovec part = { bytes, count };
    struct msghdr message = { 0 };
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = &control;
    message.msg_controllen = sizeof control.space;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received < 0) return -errno;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS
        && header->cmsg_len == CMSG_LEN(sizeof(int)))
        __builtin_memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
    return received;
}

/// Maps a file for reading, with all its pages at once, and closes it. Returns NULL if that is not possible.
static inline const void *stillroom_map_file(int descriptor, size_t *count) {
    struct stat state;
    void *place = MAP_FAILED;
    if (fstat(descriptor, &state) == 0 && state.st_size > 0)
        place = mmap(NULL, (size_t) state.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0);
    close(descriptor);
    if (place == MAP_FAILED) return NULL;
    *count = (size_t) state.st_size;
    return place;
}

// The routing part of the kernel's netlink interface: the networks of this machine.

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if_arp.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

extern int setns(int descriptor, int type);

// <linux/if.h> defines it, but conflicts with glibc's <net/if.h>.
enum { STILLROOM_IFF_LOWER_UP = 1 << 16 };

/// Opens a netlink socket that receives the notifications of `groups`; returns a negative errno on failure. A receive
/// that waits for a reply waits at most one second.
static inline int stillroom_netlink_open(unsigned int groups) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (descriptor < 0) return -errno;
    struct timeval patience = { 1, 0 };
    struct sockaddr_nl address = { .nl_family = AF_NETLINK, .nl_groups = groups };
    if (setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0 &&
        bind(descriptor, (struct sockaddr *) &address, sizeof address) == 0)
        return descriptor;
    int reason = errno;
    close(descriptor);
    return -reason;
}

/// Requests all entries of one type (RTM_GETLINK, RTM_GETROUTE). Returns 0 or a negative errno.
static inline int stillroom_netlink_ask(int descriptor, unsigned short type, unsigned int sequence) {
    // Both types begin with the address family, and any family is accepted; the longer body works for both.
    struct {
        struct nlmsghdr header;
        struct ifinfomsg body;
    } request = {
        .header = { sizeof request, type, NLM_F_REQUEST | NLM_F_DUMP, sequence, 0 },
        .body = { .ifi_family = AF_UNSPEC },
    };
    struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };
    ssize_t sent = sendto(
        descriptor, &request, sizeof request, MSG_NOSIGNAL, (struct sockaddr *) &kernel, sizeof kernel);
    return sent < 0 ? -errno : 0;
}

/// Receives the kernel's next datagram. Returns its full length, even if `capacity` is smaller; a negative errno on
/// failure; or 0 for a datagram from another sender, which must be ignored.
static inline long stillroom_netlink_receive(int descriptor, void *buffer, size_t capacity, int waits) {
    struct sockaddr_nl sender = { 0 };
    socklen_t length = sizeof sender;
    ssize_t count = recvfrom(
        descriptor, buffer, capacity, MSG_TRUNC | (waits ? 0 : MSG_DONTWAIT), (struct sockaddr *) &sender, &length);
    if (count < 0) return -errno;
    return sender.nl_pid == 0 ? count : 0;
}

#endif
