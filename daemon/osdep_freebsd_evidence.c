/*
 * osdep_freebsd_evidence: FreeBSD's counters of what goes on.
 *
 * Reads them as they are.  There is no steal and no pressure here, and
 * throttling is not counted: those stay unknown.
 */
#include <sys/param.h>
#include <sys/resource.h>
#include <sys/sysctl.h>
#include <sys/time.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "daemon/osdep.h"
#include "daemon/osdep_any.h"
#include "daemon/osdep_freebsd.h"
#include "daemon/run.h"

/* CPU times of the machine, counted at stathz. */
static void
osdep_evidence_cpu(struct evidence *evidence)
{
	struct clockinfo	 rate;
	long			 ticks[CPUSTATES];
	size_t			 len;
	int64_t			 hz;

	len = sizeof(rate);
	if (sysctlbyname("kern.clockrate", &rate, &len, NULL, 0) == -1)
		return;
	hz = rate.stathz > 0 ? rate.stathz : rate.hz;
	len = sizeof(ticks);
	if (hz <= 0 ||
	    sysctlbyname("kern.cp_time", ticks, &len, NULL, 0) == -1 ||
	    len != sizeof(ticks))
		return;
	osdep_evidence_set(evidence, EVIDENCE_CPU_USER_US,
	    ((int64_t)ticks[CP_USER] + ticks[CP_NICE]) * 1000000 / hz);
	osdep_evidence_set(evidence, EVIDENCE_CPU_SYS_US,
	    (int64_t)ticks[CP_SYS] * 1000000 / hz);
	osdep_evidence_set(evidence, EVIDENCE_CPU_INTR_US,
	    (int64_t)ticks[CP_INTR] * 1000000 / hz);
	osdep_evidence_set(evidence, EVIDENCE_CPU_IDLE_US,
	    (int64_t)ticks[CP_IDLE] * 1000000 / hz);
}

/* Counters that are one sysctl each. */
static void
osdep_evidence_counters(struct evidence *evidence)
{
	static const struct {
		int		 key;
		const char	*name;
	} counters[] = {
		{ EVIDENCE_SWITCHES,	"vm.stats.sys.v_swtch" },
		{ EVIDENCE_INTERRUPTS,	"vm.stats.sys.v_intr" },
		{ EVIDENCE_PAGEINS,	"vm.stats.vm.v_vnodepgsin" },
		{ EVIDENCE_SWAPINS,	"vm.stats.vm.v_swappgsin" },
		{ EVIDENCE_SWAPOUTS,	"vm.stats.vm.v_swappgsout" },
	};
	int64_t	 value;
	size_t	 i;

	for (i = 0; i < nitems(counters); i++)
		if (osdep_sysctl(counters[i].name, &value) == 0)
			osdep_evidence_set(evidence, counters[i].key, value);
}

/* Frequency (MHz) and temperature (tenths of a kelvin), where drivers say. */
static void
osdep_evidence_heat(struct evidence *evidence)
{
	char	 name[64];
	int64_t	 value, sum, hottest;
	int	 i, n, cpus;

	cpus = osdep_ncpu();
	sum = hottest = 0;
	for (i = n = 0; i < cpus; i++) {
		snprintf(name, sizeof(name), "dev.cpu.%d.freq", i);
		if (osdep_sysctl(name, &value) == 0) {
			sum += value * 1000;
			n++;
		}
		snprintf(name, sizeof(name), "dev.cpu.%d.temperature", i);
		if (osdep_sysctl(name, &value) == 0 && value > hottest)
			hottest = value;
	}
	if (n > 0)
		osdep_evidence_set(evidence, EVIDENCE_FREQ_KHZ, sum / n);
	if (hottest == 0)
		(void)osdep_sysctl("hw.acpi.thermal.tz0.temperature",
		    &hottest);
	if (hottest > 0)
		osdep_evidence_set(evidence, EVIDENCE_TEMP_MILLIC,
		    hottest * 100 - 273150);
}

/* Fill what can be read now; marks each figure known or not. */
void
osdep_evidence(struct evidence *evidence)
{
	memset(evidence, 0, sizeof(*evidence));
	osdep_evidence_any(evidence);
	osdep_evidence_heat(evidence);
	osdep_evidence_counters(evidence);
	osdep_evidence_cpu(evidence);
}
