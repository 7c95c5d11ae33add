//! Whether a table fits into this machine, asked before anything is allocated: a system that promises more
//! memory than it has ends the process later, without a word.

use anyhow::{Context, bail};
use secateur_lab::units::size;
use secateur_session::Request;
use std::fs;
use std::path::Path;

/// Complains of a table that there is no room for, or of tables that are used at a time. `said_by` is what the size
/// comes from, such as an option.
pub(crate) fn check_room_for(bytes: usize, said_by: &str) -> anyhow::Result<()> {
    if let Some(free) = free_memory().filter(|&free| bytes as u64 > free) {
        bail!(
            "a table of {} ({said_by}) is too large, expected at most {}: so much memory is free",
            size(bytes as u64),
            size(free)
        );
    }
    Request::default().hash(bytes).check_memory().with_context(|| said_by.to_owned())
}

/// The memory that can be had without swapping, in bytes, where the system reports it (Linux).
pub(crate) fn free_memory() -> Option<u64> {
    let available = available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    // A container may be allowed less than the machine has.
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let allowed = allowed(&groups, |path| fs::read_to_string(path).ok());
    Some(allowed.map_or(available, |allowed| available.min(allowed)))
}

/// The least that the control groups of a process allow it, if any limits it: `groups` is what /proc/self/cgroup says. A
/// group can have no more than those around it, and within a container the outermost is the container's own.
fn allowed(groups: &str, read: impl Fn(&Path) -> Option<String>) -> Option<u64> {
    // Each line is a number, controllers, and a path: in version 2 the controllers are left empty.
    let limits = groups.lines().filter_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, path) = (fields.next()?, fields.next()?);
        match controllers {
            "" => Some(("/sys/fs/cgroup", path, "memory.max")),
            names if names.split(',').any(|name| name == "memory") => {
                Some(("/sys/fs/cgroup/memory", path, "memory.limit_in_bytes"))
            }
            _ => None,
        }
    });
    let each = limits.flat_map(|(root, path, file)| {
        // A path that is not there is one of the machine's: within a container only its root can be seen.
        let within = Path::new(path.trim_start_matches('/')).ancestors();
        within.map(move |group| (Path::new(root).join(group), file))
    });
    each.filter_map(|(group, file)| read(&group.join(file))?.trim().parse().ok()).min()
}

/// Reads the line `MemAvailable:   16541236 kB`.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_linux_tells() {
        assert_eq!(available("MemTotal:  9 kB\nMemAvailable:   16 kB\nBuffers: 1 kB\n"), Some(16 * 1024));
        assert_eq!(available("MemTotal:  9 kB\n"), None);
        assert_eq!(available("MemAvailable: lots\n"), None);
    }

    #[test]
    fn a_container_allows_less() {
        let limit = |groups: &str, files: &[(&str, &str)]| {
            allowed(groups, |path| {
                let found = files.iter().find(|(name, _)| Path::new(name) == path);
                found.map(|(_, text)| (*text).to_owned())
            })
        };
        let second = "/sys/fs/cgroup/memory.max";
        assert_eq!(limit("0::/\n", &[(second, "max\n")]), None);
        assert_eq!(limit("0::/\n", &[(second, "4096\n")]), Some(4096));
        // Version 1, seen from within a container and from outside.
        let first = "/sys/fs/cgroup/memory/memory.limit_in_bytes";
        let groups = "12:cpu,cpuacct:/\n7:memory:/docker/ab:c\n0::/\n";
        let unlimited = "9223372036854771712";
        assert_eq!(limit(groups, &[(first, "1048576\n")]), Some(1 << 20));
        let inner = "/sys/fs/cgroup/memory/docker/ab:c/memory.limit_in_bytes";
        assert_eq!(limit(groups, &[(first, unlimited), (inner, "2097152\n")]), Some(2 << 20));
        // The narrowest of those around it counts.
        let outer = "/sys/fs/cgroup/user.slice/memory.max";
        assert_eq!(limit("0::/user.slice/a.scope", &[(outer, "77"), (second, "99")]), Some(77));
        assert_eq!(limit("nonsense\n\n1:memory", &[(first, "1")]), None);
    }

    #[test]
    fn a_table_beyond_any_memory_is_refused() {
        check_room_for(1 << 20, "--hash").unwrap();
        let error = check_room_for(usize::MAX, "--hash").unwrap_err().to_string();
        assert!(error.starts_with("a table of 16 EiB (--hash) is too large"), "{error}");
    }
}
