//! The processor's cycle counter.

#[cfg(not(all(target_arch = "x86_64", target_os = "linux", not(any(loom, miri)))))]
pub(super) use none::{is_trusted, read};
#[cfg(all(target_arch = "x86_64", target_os = "linux", not(any(loom, miri))))]
pub(super) use time_stamp::{is_trusted, read};

#[cfg(all(target_arch = "x86_64", target_os = "linux", not(any(loom, miri))))]
mod time_stamp {
    use core::arch::x86_64::{__cpuid, _rdtsc, CpuidResult};
    use std::fs;
    use std::sync::LazyLock;

    const CLOCK_SOURCE: &str = "/sys/devices/system/clocksource/clocksource0/current_clocksource";

    /// Reads the counter. Call it only if the counter [`is_trusted`].
    #[expect(unsafe_code, reason = "a reading of the clock would take three times as long")]
    pub(in crate::clock) fn read() -> u64 {
        // SAFETY: `rdtsc` reads and writes no memory; its result is in two registers. Every
        // x86-64 processor has it. A system can forbid it to programs, which then end by a
        // signal: that is not undefined behaviour. It does not happen if the counter
        // `is_trusted`, because then the C library's `clock_gettime` executes it too.
        unsafe { _rdtsc() }
    }

    /// Whether the counter runs evenly and equally on all cores. Two things must hold:
    ///
    /// - The processor says that the counter never changes its speed and never stops: the invariant
    ///   TSC of AMD and Intel, CPUID leaf `8000_0007h`, bit 8 of EDX.
    /// - The kernel, which has compared the counters of the cores, uses it as its clock.
    pub(in crate::clock) fn is_trusted() -> bool {
        const EXTENDED: u32 = 0x8000_0000;
        const POWER_MANAGEMENT: u32 = 0x8000_0007;
        const INVARIANT: u32 = 1 << 8;

        // Before Rust 1.94 it is an unsafe function.
        const CPUID: unsafe fn(u32) -> CpuidResult = __cpuid;
        #[expect(unsafe_code, reason = "the processor says it in no other way")]
        fn cpuid(leaf: u32) -> CpuidResult {
            // SAFETY: every x86-64 processor has this instruction, which changes nothing.
            unsafe { CPUID(leaf) }
        }

        static TRUSTED: LazyLock<bool> = LazyLock::new(|| {
            cpuid(EXTENDED).eax >= POWER_MANAGEMENT
                && cpuid(POWER_MANAGEMENT).edx & INVARIANT != 0
                && fs::read_to_string(CLOCK_SOURCE).is_ok_and(|name| name.trim() == "tsc")
        });
        *TRUSTED
    }

    #[cfg(test)]
    mod tests {
        use std::fs;

        use super::{CLOCK_SOURCE, is_trusted};

        /// Linux reads the same bit, and lists it among the processor's flags as `nonstop_tsc`.
        #[test]
        fn it_is_trusted_if_the_kernel_says_so_twice() {
            let processors = fs::read_to_string("/proc/cpuinfo").unwrap();
            let never_stops = processors.split_whitespace().any(|flag| flag == "nonstop_tsc");
            let source = fs::read_to_string(CLOCK_SOURCE).unwrap_or_default();
            assert_eq!(is_trusted(), never_stops && source == "tsc\n");
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux", not(any(loom, miri)))))]
mod none {
    pub(in crate::clock) const fn read() -> u64 {
        0
    }

    pub(in crate::clock) const fn is_trusted() -> bool {
        false
    }
}
