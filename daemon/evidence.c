/*
 * evidence: name and unit of what is read before and after a run.
 *
 * A counter's difference covers the whole run, which sampling would not; of a
 * level both values are kept.
 */
#include "daemon/evidence.h"
#include "proto/compat.h"

static const struct evidence_row evidence_rows[] = {
	[EVIDENCE_CLOCK_STEP_US] = { "clock.step", "s", 1e6, false },
	[EVIDENCE_CPU_USER_US] = { "cpu.user", "s", 1e6, false },
	[EVIDENCE_CPU_SYS_US] = { "cpu.sys", "s", 1e6, false },
	[EVIDENCE_CPU_INTR_US] = { "cpu.intr", "s", 1e6, false },
	[EVIDENCE_CPU_IDLE_US] = { "cpu.idle", "s", 1e6, false },
	[EVIDENCE_CPU_STEAL_US] = { "cpu.steal", "s", 1e6, false },
	[EVIDENCE_SWITCHES] = { "switches", "count", 1, false },
	[EVIDENCE_INTERRUPTS] = { "interrupts", "count", 1, false },
	[EVIDENCE_PAGEINS] = { "pageins", "count", 1, false },
	[EVIDENCE_SWAPINS] = { "swapins", "count", 1, false },
	[EVIDENCE_SWAPOUTS] = { "swapouts", "count", 1, false },
	[EVIDENCE_PRESSURE_CPU_US] = { "pressure.cpu", "s", 1e6, false },
	[EVIDENCE_PRESSURE_IO_US] = { "pressure.io", "s", 1e6, false },
	[EVIDENCE_PRESSURE_MEMORY_US] =
	    { "pressure.memory", "s", 1e6, false },
	[EVIDENCE_THROTTLES] = { "throttles", "count", 1, false },
	[EVIDENCE_FREE_BYTES] = { "free", "B", 1, true },
	[EVIDENCE_LOAD_MILLI] = { "load", "", 1e3, true },
	[EVIDENCE_FREQ_KHZ] = { "freq", "kHz", 1, true },
	[EVIDENCE_TEMP_MILLIC] = { "temp", "C", 1e3, true },
	[EVIDENCE_OWN_SWITCHES] = { "own.switches", "count", 1, false },
	[EVIDENCE_OWN_CPU_US] = { "own.cpu", "s", 1e6, false },
};

_Static_assert(nitems(evidence_rows) == EVIDENCE_MAX, "a row a key");

/* The row of a key. */
const struct evidence_row *
evidence_row(enum evidence_key key)
{
	return (&evidence_rows[key]);
}
