#ifndef STILLROOM_CLINUX_H
#define STILLROOM_CLINUX_H

// Calls of Linux and glibc that are missing in Swift's own Glibc module.

#include <linux/sched.h>
#include <sched.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>

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
