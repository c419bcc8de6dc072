/*
 * osdep_freebsd_facts: FreeBSD's answer for each canonical key.
 *
 * Most are one sysctl each.  Whatever is not said is no fact.
 */
#include <sys/param.h>
#include <sys/sysctl.h>
#include <sys/time.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/osdep.h"
#include "daemon/osdep_any.h"
#include "daemon/osdep_freebsd.h"
#include "proto/compat.h"

/* The ABI that programs here are of, as the shell is, and its bits. */
static int
osdep_fact_abi(const char *key, char *value, size_t size)
{
	char	 abi[32];

	if (osdep_elf_abi("/bin/sh", abi, sizeof(abi)) == -1)
		return (-1);
	if (strcmp(key, "abi") == 0)
		strlcpy(value, abi, size);
	else
		strlcpy(value, strstr(abi, "64") != NULL ? "64" : "32", size);
	return (0);
}

/* CPUs that are online. */
static int
osdep_fact_count(const char *key, char *value, size_t size)
{
	(void)key;
	snprintf(value, size, "%d", osdep_ncpu());
	return (0);
}

/* Highest frequency in MHz: "2801/95000 2800/95000 ..." begins with it. */
static int
osdep_fact_freq(const char *key, char *value, size_t size)
{
	char	 levels[256];

	(void)key;
	if (osdep_sysctl_text("dev.cpu.0.freq_levels", levels,
	    sizeof(levels)) == -1)
		return (-1);
	levels[strspn(levels, "0123456789")] = '\0';
	strlcpy(value, levels, size);
	return (value[0] != '\0' ? 0 : -1);
}

/* Ticks of the clock a second. */
static int
osdep_fact_hz(const char *key, char *value, size_t size)
{
	struct clockinfo	 rate;
	size_t			 len;

	(void)key;
	len = sizeof(rate);
	if (sysctlbyname("kern.clockrate", &rate, &len, NULL, 0) == -1)
		return (-1);
	snprintf(value, size, "%d", rate.hz);
	return (0);
}

/* What in this kernel is for finding bugs, and costs time. */
static int
osdep_fact_debug(const char *key, char *value, size_t size)
{
	static const char *const	 names[][2] = {
		{ "kern.features.invariants",	"INVARIANTS" },
		{ "debug.witness.watch",	"WITNESS" },
		{ "kern.features.kasan",	"KASAN" },
		{ "kern.features.kmsan",	"KMSAN" },
	};
	int64_t	 on;
	size_t	 i;

	(void)key;
	value[0] = '\0';
	for (i = 0; i < nitems(names); i++)
		if (osdep_sysctl(names[i][0], &on) == 0 && on > 0) {
			strlcat(value, value[0] != '\0' ? " " : "", size);
			strlcat(value, names[i][1], size);
		}
	if (value[0] == '\0')
		strlcpy(value, "none", size);
	return (0);
}

/* What is done about weaknesses of the CPU. */
static int
osdep_fact_mitigations(const char *key, char *value, size_t size)
{
	static const char *const	 numbers[] = {
		"vm.pmap.pti", "hw.ibrs_active",
		"hw.spec_store_bypass_disable_active",
		"machdep.mitigations.flush_rsb_ctxsw",
	};
	static const char *const	 texts[] = {
		"hw.mds_disable_state", "machdep.mitigations.taa.state",
		"machdep.mitigations.zenbleed.state",
		"machdep.mitigations.rngds.state",
	};
	char	 text[128];
	int64_t	 n;
	size_t	 i;

	(void)key;
	value[0] = '\0';
	for (i = 0; i < nitems(numbers) + nitems(texts); i++) {
		if (i < nitems(numbers)) {
			if (osdep_sysctl(numbers[i], &n) == -1)
				continue;
			snprintf(text, sizeof(text), "%s: %" PRId64,
			    numbers[i], n);
		} else {
			snprintf(text, sizeof(text), "%s: ",
			    texts[i - nitems(numbers)]);
			if (osdep_sysctl_text(texts[i - nitems(numbers)],
			    text + strlen(text),
			    sizeof(text) - strlen(text)) == -1)
				continue;
		}
		strlcat(value, value[0] != '\0' ? "; " : "", size);
		strlcat(value, text, size);
	}
	errno = ENOENT;
	return (value[0] != '\0' ? 0 : -1);
}

/* What another question answers. */
static int
osdep_fact_id(const char *key, char *value, size_t size)
{
	if (strcmp(key, "boot.id") == 0)
		return (osdep_boot_id(value, size));
	return (osdep_machine_uuid(value, size));
}

struct osdep_fact_sysctl {
	const char	*key;
	const char	*name;
	int		 number;
};

static const struct osdep_fact_sysctl osdep_fact_sysctls[] = {
	{ "os",			"kern.ostype",			0 },
	{ "release",		"kern.osrelease",		0 },
	{ "osreldate",		"kern.osreldate",		1 },
	{ "arch",		"hw.machine",			0 },
	{ "sched",		"kern.sched.name",		0 },
	{ "preempt",		"kern.sched.preemption",	1 },
	{ "kernel.ident",	"kern.ident",			0 },
	{ "kernel.version",	"kern.version",			0 },
	{ "kernel.file",	"kern.bootfile",		0 },
	{ "kernel.buildid",	"kern.build_id",		0 },
	{ "cpu.model",		"hw.model",			0 },
	{ "cpu.smt",		"machdep.hyperthreading_allowed", 1 },
	{ "mem",		"hw.physmem",			1 },
	{ "virt",		"kern.vm_guest",		0 },
	{ "timer",		"kern.eventtimer.timer",	0 },
	{ "clock",		"kern.timecounter.hardware",	0 },
};

struct osdep_fact_row {
	const char	*key;
	int		(*ask)(const char *, char *, size_t);
};

static const struct osdep_fact_row osdep_facts[] = {
	{ "abi",		osdep_fact_abi },
	{ "bits",		osdep_fact_abi },
	{ "cpu.count",		osdep_fact_count },
	{ "cpu.freq",		osdep_fact_freq },
	{ "hz",			osdep_fact_hz },
	{ "kernel.debug",	osdep_fact_debug },
	{ "mitigations",	osdep_fact_mitigations },
	{ "boot.id",		osdep_fact_id },
	{ "machine",		osdep_fact_id },
};

/* One row of sysctls. */
static int
osdep_fact_ask(const struct osdep_fact_sysctl *row, char *value, size_t size)
{
	int64_t	 n;

	if (!row->number)
		return (osdep_sysctl_text(row->name, value, size));
	if (osdep_sysctl(row->name, &n) == -1)
		return (-1);
	/* physmem of a 32-bit kernel is an unsigned long. */
	if (n < 0)
		n = (int64_t)(uint32_t)n;
	snprintf(value, size, "%" PRId64, n);
	return (0);
}

/* One fact's value by its canonical key; ENOENT where it has none. */
int
osdep_fact(const char *key, char *value, size_t size)
{
	size_t	 i;
	int	 error;

	error = -1;
	errno = ENOENT;
	for (i = 0; i < nitems(osdep_facts); i++)
		if (strcmp(key, osdep_facts[i].key) == 0)
			error = osdep_facts[i].ask(key, value, size);
	for (i = 0; i < nitems(osdep_fact_sysctls); i++)
		if (strcmp(key, osdep_fact_sysctls[i].key) == 0)
			error = osdep_fact_ask(&osdep_fact_sysctls[i], value,
			    size);
	if (error == 0)
		osdep_printable(value);
	return (error);
}
