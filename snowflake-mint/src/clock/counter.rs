//! The processor's cycle counter.

#[cfg(not(all(target_arch = "x86_64", target_os = "linux", not(any(loom, miri)))))]
pub(super) use none::{is_trusted, read};
#[cfg(all(target_arch = "x86_64", target_os = "linux", not(any(loom, miri))))]
pub(super) use time_stamp::{is_trusted, read};

#[cfg(all(target_arch = "x86_64", target_os = "linux", not(any(loom, miri))))]
mod time_stamp {
    use core::arch::x86_64::{__cpuid, _rdtsc};
    use std::fs;
    use std::sync::LazyLock;

    /// Where Linux says by what it tells the time.
    const CLOCK_SOURCE: &str = "/sys/devices/system/clocksource/clocksource0/current_clocksource";

    /// What the counter says. Asked only where it [`is_trusted`].
    #[inline]
    #[expect(unsafe_code, reason = "a reading of the clock would take three times as long")]
    pub(in crate::clock) fn read() -> u64 {
        // SAFETY: `rdtsc` reads no memory and writes none but the two registers
        // that are its result. Every x86-64 processor has it. A system can forbid
        // it to programs, which then end by a signal: no undefined behaviour, and
        // not where `is_trusted`, since there the C library's `clock_gettime`
        // executes it as well.
        unsafe { _rdtsc() }
    }

    /// Whether it runs evenly, and alike on all cores: the processor says that its
    /// speed never changes and that it does not stop (CPUID leaf `8000_0007h`, bit 8
    /// of EDX, with AMD and Intel: the invariant TSC), and the kernel, which has
    /// compared the counters of the cores, tells the time by it.
    pub(in crate::clock) fn is_trusted() -> bool {
        const EXTENDED: u32 = 0x8000_0000;
        const POWER_MANAGEMENT: u32 = 0x8000_0007;
        const INVARIANT: u32 = 1 << 8;

        static TRUSTED: LazyLock<bool> = LazyLock::new(|| {
            __cpuid(EXTENDED).eax >= POWER_MANAGEMENT
                && __cpuid(POWER_MANAGEMENT).edx & INVARIANT != 0
                && fs::read_to_string(CLOCK_SOURCE).is_ok_and(|name| name.trim() == "tsc")
        });
        *TRUSTED
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
