/*
 * osdep_linux_evidence: Linux's counters of what goes on, machine and process.
 *
 * Reads them as they are; who subtracts, and what a difference means, is not
 * known here.  A file that is not there leaves its figure unknown.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/osdep.h"
#include "daemon/osdep_any.h"
#include "daemon/run.h"
#include "proto/compat.h"

/* Ticks of /proc/stat as microseconds. */
static int64_t
osdep_ticks_us(long long ticks)
{
	return (ticks * (1000000 / sysconf(_SC_CLK_TCK)));
}

/* CPU times, switches and interrupts of the machine. */
static void
osdep_evidence_stat(struct evidence *evidence)
{
	long long	 user, nice, sys, idle, wait, irq, soft, steal, n;
	char		 line[1024];
	FILE		*stat;
	int		 got;

	stat = fopen("/proc/stat", "re");
	if (stat == NULL)
		return;
	while (fgets(line, sizeof(line), stat) != NULL) {
		got = sscanf(line, "cpu %lld %lld %lld %lld %lld %lld %lld "
		    "%lld", &user, &nice, &sys, &idle, &wait, &irq, &soft,
		    &steal);
		if (strncmp(line, "cpu ", 4) == 0 && got >= 7) {
			osdep_evidence_set(evidence, EVIDENCE_CPU_USER_US,
			    osdep_ticks_us(user + nice));
			osdep_evidence_set(evidence, EVIDENCE_CPU_SYS_US,
			    osdep_ticks_us(sys));
			osdep_evidence_set(evidence, EVIDENCE_CPU_INTR_US,
			    osdep_ticks_us(irq + soft));
			osdep_evidence_set(evidence, EVIDENCE_CPU_IDLE_US,
			    osdep_ticks_us(idle + wait));
			if (got == 8)
				osdep_evidence_set(evidence,
				    EVIDENCE_CPU_STEAL_US,
				    osdep_ticks_us(steal));
		} else if (sscanf(line, "ctxt %lld", &n) == 1)
			osdep_evidence_set(evidence, EVIDENCE_SWITCHES, n);
		else if (sscanf(line, "intr %lld", &n) == 1)
			osdep_evidence_set(evidence, EVIDENCE_INTERRUPTS, n);
	}
	fclose(stat);
}

/* What came from disk, and swap in both directions, in pages. */
static void
osdep_evidence_vm(struct evidence *evidence)
{
	char		 line[128];
	long long	 n;
	FILE		*vmstat;

	vmstat = fopen("/proc/vmstat", "re");
	if (vmstat == NULL)
		return;
	while (fgets(line, sizeof(line), vmstat) != NULL)
		if (sscanf(line, "pgpgin %lld", &n) == 1)	/* in KiB */
			osdep_evidence_set(evidence, EVIDENCE_PAGEINS,
			    n / (sysconf(_SC_PAGESIZE) / 1024));
		else if (sscanf(line, "pswpin %lld", &n) == 1)
			osdep_evidence_set(evidence, EVIDENCE_SWAPINS, n);
		else if (sscanf(line, "pswpout %lld", &n) == 1)
			osdep_evidence_set(evidence, EVIDENCE_SWAPOUTS, n);
	fclose(vmstat);
}

/* How long somebody waited for a resource. */
static void
osdep_evidence_pressure(struct evidence *evidence, const char *path, int key)
{
	char		 text[256], *total;

	if (osdep_text(path, text, sizeof(text)) > 0 &&
	    strncmp(text, "some ", 5) == 0 &&
	    (total = strstr(text, "total=")) != NULL)
		osdep_evidence_set(evidence, key, strtoll(total + 6, NULL, 10));
}

/* Sum, number and largest of one file of every folder of a family. */
struct osdep_family {
	int64_t	 sum, n, max;
};

/* Read dir/PREFIXn/file of every n that has it. */
static void
osdep_evidence_family(struct osdep_family *family, const char *dir,
    const char *prefix, const char *file)
{
	char		 path[512];
	struct dirent	*entry;
	int64_t		 value;
	DIR		*folder;
	size_t		 len;

	memset(family, 0, sizeof(*family));
	folder = opendir(dir);
	if (folder == NULL)
		return;
	len = strlen(prefix);
	while ((entry = readdir(folder)) != NULL) {
		if (strncmp(entry->d_name, prefix, len) != 0 ||
		    !isdigit((unsigned char)entry->d_name[len]))
			continue;
		snprintf(path, sizeof(path), "%s/%s/%s", dir, entry->d_name,
		    file);
		if (osdep_number(path, &value) == -1)
			continue;
		if (family->n++ == 0 || value > family->max)
			family->max = value;
		family->sum += value;
	}
	closedir(folder);
}

/* Heat, and what it does to the clock. */
static void
osdep_evidence_heat(struct evidence *evidence)
{
	static const char	 cpus[] = "/sys/devices/system/cpu";
	struct osdep_family	 core, package, freq, temp;

	osdep_evidence_family(&core, cpus, "cpu",
	    "thermal_throttle/core_throttle_count");
	osdep_evidence_family(&package, cpus, "cpu",
	    "thermal_throttle/package_throttle_count");
	if (core.n + package.n > 0)
		osdep_evidence_set(evidence, EVIDENCE_THROTTLES,
		    core.sum + package.sum);
	osdep_evidence_family(&freq, cpus, "cpu", "cpufreq/scaling_cur_freq");
	if (freq.n > 0)
		osdep_evidence_set(evidence, EVIDENCE_FREQ_KHZ,
		    freq.sum / freq.n);
	osdep_evidence_family(&temp, "/sys/class/thermal", "thermal_zone",
	    "temp");
	if (temp.n == 0)
		osdep_evidence_family(&temp, "/sys/class/hwmon", "hwmon",
		    "temp1_input");
	if (temp.n > 0)
		osdep_evidence_set(evidence, EVIDENCE_TEMP_MILLIC, temp.max);
}

/* Fill what can be read now; marks each figure known or not. */
void
osdep_evidence(struct evidence *evidence)
{
	memset(evidence, 0, sizeof(*evidence));
	osdep_evidence_any(evidence);
	osdep_evidence_heat(evidence);
	osdep_evidence_vm(evidence);
	osdep_evidence_pressure(evidence, "/proc/pressure/cpu",
	    EVIDENCE_PRESSURE_CPU_US);
	osdep_evidence_pressure(evidence, "/proc/pressure/io",
	    EVIDENCE_PRESSURE_IO_US);
	osdep_evidence_pressure(evidence, "/proc/pressure/memory",
	    EVIDENCE_PRESSURE_MEMORY_US);
	osdep_evidence_stat(evidence);
}

/*
 * CPU and switches of pid.  Its CPU clock counts nanoseconds of all threads;
 * switches are the first thread's, and our processes have no other.
 */
int
osdep_footprint(pid_t pid, struct run_footprint *footprint)
{
	char		 path[32], text[4096], *own, *forced;
	struct timespec	 cpu;
	clockid_t	 clock;

	snprintf(path, sizeof(path), "/proc/%ld/status", (long)pid);
	if (osdep_text(path, text, sizeof(text)) <= 0)
		return (-1);
	own = strstr(text, "\nvoluntary_ctxt_switches:");
	forced = strstr(text, "\nnonvoluntary_ctxt_switches:");
	if (own == NULL || forced == NULL) {
		errno = ENOTSUP;
		return (-1);
	}
	if ((errno = clock_getcpuclockid(pid, &clock)) != 0 ||
	    clock_gettime(clock, &cpu) == -1)
		return (-1);
	footprint->pid = pid;
	footprint->switches = strtoll(strchr(own, ':') + 1, NULL, 10) +
	    strtoll(strchr(forced, ':') + 1, NULL, 10);
	footprint->cpu_us = (int64_t)cpu.tv_sec * 1000000 + cpu.tv_nsec / 1000;
	return (0);
}
