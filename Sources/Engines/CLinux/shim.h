#ifndef STILLROOM_CLINUX_H
#define STILLROOM_CLINUX_H

// Calls of Linux and glibc that Swift's own Glibc module leaves out.

#include <linux/sched.h>
#include <sched.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>

extern int unshare(int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/// No new rights, no core dump, no network. To be called while the process has one thread: the first holds for threads
/// made afterwards, and the last is refused to a process of several. Returns 0 where there is no network now; what a
/// system refuses (to an ordinary user in a container, say) is left out.
static inline int stillroom_isolate(void) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (unshare(0x40000000 /* CLONE_NEWNET, for root */) == 0) return 0;
    return unshare(0x10000000 /* CLONE_NEWUSER */ | 0x40000000 /* CLONE_NEWNET */);
}

/// No files written, few files open, at most `memory` bytes of addresses.
static inline void stillroom_confine(size_t memory) {
    struct rlimit none = { 0, 0 }, files = { 64, 64 }, space = { memory, memory };
    setrlimit(RLIMIT_FSIZE, &none);
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_NOFILE, &files);
    setrlimit(RLIMIT_AS, &space);
}

/// Allows `seconds` of processor time from now on.
static inline void stillroom_allow_processor(long seconds) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    rlim_t used = (rlim_t) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1);
    struct rlimit bound = { used + (rlim_t) seconds, RLIM_INFINITY };
    setrlimit(RLIMIT_CPU, &bound);
}

#endif
