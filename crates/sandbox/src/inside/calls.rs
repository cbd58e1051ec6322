//! Which system calls can be made, by seccomp.
//!
//! What is not in the lists below fails as if the kernel did not have it, which is what libraries expect of an
//! older kernel: they do without, or by another call. So a call that a later kernel brings is refused until
//! somebody has thought about it.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

use crate::confinement::Confinement;

/// Calls that every program may make, whatever their arguments.
///
/// Not among them, and so refused: sockets of every kind; signals to other processes, their memory and their limits;
/// namespaces, mounts and other file systems; keys of the kernel, its programs, its modules and its clock; rings
/// of requests, which no filter sees; and files without a name, which no limit on memory counts.
const ALLOWED: &[i64] = &[
    // Files.
    libc::SYS_chdir,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_copy_file_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fadvise64,
    libc::SYS_fallocate,
    libc::SYS_fchdir,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fcntl,
    libc::SYS_fdatasync,
    libc::SYS_flock,
    libc::SYS_fstat,
    libc::SYS_fstatfs,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_linkat,
    libc::SYS_lseek,
    libc::SYS_mkdirat,
    libc::SYS_newfstatat,
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_pipe2,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_pwrite64,
    libc::SYS_pwritev,
    libc::SYS_read,
    libc::SYS_readlinkat,
    libc::SYS_readv,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_sendfile,
    libc::SYS_splice,
    libc::SYS_statfs,
    libc::SYS_statx,
    libc::SYS_symlinkat,
    libc::SYS_truncate,
    libc::SYS_umask,
    libc::SYS_unlinkat,
    libc::SYS_utimensat,
    libc::SYS_write,
    libc::SYS_writev,
    // Memory.
    libc::SYS_brk,
    libc::SYS_madvise,
    libc::SYS_mincore,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_msync,
    libc::SYS_munmap,
    // Itself and its threads.
    libc::SYS_capget,
    libc::SYS_execve,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_futex,
    libc::SYS_get_robust_list,
    libc::SYS_getcpu,
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getgroups,
    libc::SYS_getpgid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getpriority,
    libc::SYS_getrandom,
    libc::SYS_getresgid,
    libc::SYS_getresuid,
    libc::SYS_getrlimit,
    libc::SYS_getrusage,
    libc::SYS_getsid,
    libc::SYS_gettid,
    libc::SYS_getuid,
    libc::SYS_membarrier,
    libc::SYS_rseq,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_setrlimit,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_wait4,
    libc::SYS_waitid,
    // Signals that it gets.
    libc::SYS_restart_syscall,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_sigaltstack,
    // Time, and waiting.
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_eventfd2,
    libc::SYS_getitimer,
    libc::SYS_gettimeofday,
    libc::SYS_nanosleep,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_setitimer,
    libc::SYS_times,
];

/// Older forms of the calls above, which this processor's kernel has as well.
#[cfg(target_arch = "x86_64")]
const ALLOWED_OLDER: &[i64] = &[
    libc::SYS_access,
    libc::SYS_alarm,
    libc::SYS_arch_prctl,
    libc::SYS_chmod,
    libc::SYS_creat,
    libc::SYS_dup2,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_getdents,
    libc::SYS_getpgrp,
    libc::SYS_link,
    libc::SYS_lstat,
    libc::SYS_mkdir,
    libc::SYS_open,
    libc::SYS_pause,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_readlink,
    libc::SYS_rename,
    libc::SYS_rmdir,
    libc::SYS_select,
    libc::SYS_stat,
    libc::SYS_symlink,
    libc::SYS_time,
    libc::SYS_unlink,
    libc::SYS_utime,
    libc::SYS_utimes,
];
#[cfg(not(target_arch = "x86_64"))]
const ALLOWED_OLDER: &[i64] = &[];

/// The calls that begin a process and can begin nothing else.
#[cfg(target_arch = "x86_64")]
const FORKS: &[i64] = &[libc::SYS_fork, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const FORKS: &[i64] = &[];

/// The flags of `clone` that put the new process into namespaces of its own.
const NAMESPACES: libc::c_int = libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET;

/// Requests to a terminal by which its user would seem to have typed something.
const TYPING: [u32; 2] = [0x5412, 0x541c];

/// The filter for a program that this process is to become.
pub(super) fn filter(confinement: &Confinement) -> Result<BpfProgram, String> {
    let unusable = |error: seccompiler::BackendError| format!("seccomp has no filter: {error}");
    let processor = TargetArch::try_from(std::env::consts::ARCH).map_err(unusable)?;
    // A call with a rule list that is empty is allowed whatever its arguments.
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = ALLOWED
        .iter()
        .chain(ALLOWED_OLDER)
        .map(|&call| (call, Vec::new()))
        .collect();
    rules.extend(conditional(confinement).map_err(unusable)?);
    if confinement.children {
        rules.extend(FORKS.iter().map(|&call| (call, Vec::new())));
    }
    if confinement.own_sockets {
        rules.extend(own_sockets().map_err(unusable)?);
    }
    // The filter kills what calls the kernel in the way of another processor, to which other numbers apply.
    SeccompFilter::new(
        rules,
        SeccompAction::Errno(libc::ENOSYS.unsigned_abs()),
        SeccompAction::Allow,
        processor,
    )
    .and_then(BpfProgram::try_from)
    .map_err(unusable)
}

/// Puts a filter on this process and on those that it starts.
pub(super) fn restrict(filter: &BpfProgram) -> Result<(), String> {
    seccompiler::apply_filter(filter)
        .map_err(|error| format!("seccomp refuses the filter: {error}"))
}

/// Calls that are allowed with some arguments only: each with rules of which one has to apply.
fn conditional(
    confinement: &Confinement,
) -> Result<Vec<(i64, Vec<SeccompRule>)>, seccompiler::BackendError> {
    let flags = |flags: libc::c_int| u64::from(flags.unsigned_abs());
    let masked = |flags, value| is(0, SeccompCmpOp::MaskedEq(flags), value);
    let own_process = u64::from(std::process::id());
    let clone = if confinement.children {
        one(masked(flags(NAMESPACES), 0)?)?
    } else {
        one(masked(
            flags(libc::CLONE_THREAD),
            flags(libc::CLONE_THREAD),
        )?)?
    };
    let not_typing = TYPING.map(|request| is(1, SeccompCmpOp::Ne, u64::from(request)));
    let not_typing = not_typing.into_iter().collect::<Result<_, _>>()?;
    let names = [libc::PR_SET_NAME, libc::PR_GET_NAME];
    let names = names.map(|option| one(is(0, SeccompCmpOp::Eq, flags(option))?));
    let names = names.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    Ok(vec![
        // The form with a structure is not here: what is in it, a filter cannot see.
        (libc::SYS_clone, clone),
        (libc::SYS_ioctl, vec![SeccompRule::new(not_typing)?]),
        (libc::SYS_prctl, names),
        // Its own limits, which it can lower.
        (libc::SYS_prlimit64, one(is(0, SeccompCmpOp::Eq, 0)?)?),
        // A signal to itself, as when it gives up.
        (
            libc::SYS_tgkill,
            one(is(0, SeccompCmpOp::Eq, own_process)?)?,
        ),
    ])
}

/// Calls for sockets to wait at, which are local ones: none that connects one, or sends to where it is not connected. Asked
/// whether something may be written, the kernel seems not to know the call, in the forms that the C library makes.
fn own_sockets() -> Result<Vec<(i64, Vec<SeccompRule>)>, seccompiler::BackendError> {
    let local = u64::from(libc::AF_UNIX.unsigned_abs());
    let write = u64::from(libc::W_OK.unsigned_abs());
    let not_writing = |argument| one(is(argument, SeccompCmpOp::MaskedEq(write), 0)?);
    let mut calls = vec![
        (libc::SYS_accept, Vec::new()),
        (libc::SYS_accept4, Vec::new()),
        (libc::SYS_bind, Vec::new()),
        (libc::SYS_faccessat, not_writing(2)?),
        (libc::SYS_listen, Vec::new()),
        (libc::SYS_shutdown, Vec::new()),
        (libc::SYS_socket, one(is(0, SeccompCmpOp::Eq, local)?)?),
    ];
    #[cfg(target_arch = "x86_64")]
    calls.push((libc::SYS_access, not_writing(1)?));
    Ok(calls)
}

/// Whether the lower half of an argument is like this; the kernel looks at no more of those above.
fn is(
    argument: u8,
    comparison: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, comparison, value)
}

fn one(condition: SeccompCondition) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    Ok(vec![SeccompRule::new(vec![condition])?])
}
