//! Whether a table fits into this machine, asked before anything is allocated: a system that promises more
//! memory than it has ends the process later, without a word.

use anyhow::bail;
use secateur_lab::units::size;
use std::fs;

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
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        bail!("a table of {} ({said_by}) is too large: the system refuses the memory", size(bytes as u64));
    }
    Ok(())
}

/// The memory that can be had without swapping, in bytes, where the system tells (Linux).
pub(crate) fn free_memory() -> Option<u64> {
    let available = available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    // A container may be allowed less than the machine has.
    let allowed = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let allowed = allowed.and_then(|text| text.trim().parse().ok()).unwrap_or(u64::MAX);
    Some(available.min(allowed))
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
    fn a_table_beyond_any_memory_is_refused() {
        check_room_for(1 << 20, "--hash").unwrap();
        let error = check_room_for(usize::MAX, "--hash").unwrap_err().to_string();
        assert!(error.starts_with("a table of 16 EiB (--hash) is too large"), "{error}");
    }
}
