/*
 * osdep_linux_facts: Linux's answer for each canonical key.
 *
 * One row a key.  Whatever a file does not say is no fact; nothing is guessed.
 */
#include <sys/personality.h>
#include <sys/utsname.h>

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/osdep.h"
#include "daemon/osdep_any.h"
#include "proto/compat.h"

#define OSDEP_CPU	"/sys/devices/system/cpu/"
#define OSDEP_SCX	"/sys/kernel/sched_ext/"

/* uname(2) as the kernel is, whatever linux32(8) makes it say. */
static int
osdep_uname(struct utsname *uts)
{
	int	 error, was;

	was = personality(0xffffffffUL);
	if (was != -1)
		personality(PER_LINUX);
	error = uname(uts);
	if (was != -1)
		personality((unsigned long)was);
	return (error);
}

/* The first line of a file that begins with name, behind its separator. */
static int
osdep_line(const char *path, const char *name, const char *separator,
    char *value, size_t size)
{
	char	 line[8192], *text;
	FILE	*file;
	int	 error;

	file = fopen(path, "re");
	if (file == NULL)
		return (-1);
	errno = ENOENT;
	error = -1;
	while (error == -1 && fgets(line, sizeof(line), file) != NULL) {
		if (strncmp(line, name, strlen(name)) != 0 ||
		    (text = strstr(line, separator)) == NULL)
			continue;
		text += strlen(separator);
		text += strspn(text, " \t\"");
		text[strcspn(text, "\"\n")] = '\0';
		strlcpy(value, text, size);
		error = 0;
	}
	fclose(file);
	return (error);
}

/* One word out of a file like "none voluntary (full) lazy". */
static int
osdep_chosen(const char *path, const char *marks, char *value, size_t size)
{
	char	 text[256], *from, *to;

	if (osdep_text(path, text, sizeof(text)) <= 0)
		return (-1);
	from = strchr(text, marks[0]);
	to = from != NULL ? strchr(from, marks[1]) : NULL;
	if (to == NULL) {
		errno = ENOENT;
		return (-1);
	}
	*to = '\0';
	strlcpy(value, from + 1, size);
	return (0);
}

/* "Linux 6.1.0-18-amd64" and the like, the system and its release. */
static int
osdep_fact_system(const char *key, char *value, size_t size)
{
	struct utsname	 uts;

	if (osdep_uname(&uts) == -1)
		return (-1);
	if (strcmp(key, "os") == 0)
		strlcpy(value, uts.sysname, size);
	else if (strcmp(key, "kernel.ident") == 0)
		strlcpy(value, uts.release, size);
	else if (strcmp(key, "kernel.version") == 0)
		snprintf(value, size, "%s %s %s", uts.sysname, uts.release,
		    uts.version);
	else if (osdep_line("/etc/os-release", "PRETTY_NAME=", "=", value,
	    size) == -1)	/* release */
		strlcpy(value, uts.release, size);
	return (0);
}

/* The kernel's architecture, in the names that FreeBSD has for them. */
static int
osdep_fact_arch(const char *key, char *value, size_t size)
{
	struct utsname	 uts;

	(void)key;
	if (osdep_uname(&uts) == -1)
		return (-1);
	if (strcmp(uts.machine, "x86_64") == 0)
		strlcpy(value, "amd64", size);
	else if (strcmp(uts.machine, "aarch64") == 0)
		strlcpy(value, "arm64", size);
	else if (uts.machine[0] == 'i' && strcmp(uts.machine + 2, "86") == 0)
		strlcpy(value, "i386", size);
	else
		strlcpy(value, uts.machine, size);
	return (0);
}

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

/* sched_ext's scheduler if one is loaded, else what the version has. */
static int
osdep_fact_sched(const char *key, char *value, size_t size)
{
	struct utsname	 uts;
	char		 state[32], ops[64];
	unsigned	 major, minor;

	(void)key;
	if (osdep_text(OSDEP_SCX "state", state,
	    sizeof(state)) > 0 && strcmp(state, "enabled") == 0 &&
	    osdep_text(OSDEP_SCX "root/ops", ops,
	    sizeof(ops)) > 0) {
		snprintf(value, size, "scx:%s", ops);
		return (0);
	}
	if (osdep_uname(&uts) == -1 ||
	    sscanf(uts.release, "%u.%u", &major, &minor) != 2)
		return (-1);
	strlcpy(value, major > 6 || (major == 6 && minor >= 6) ? "EEVDF" :
	    "CFS", size);
	return (0);
}

/* How the kernel gives the CPU up; the version's words alone may lie. */
static int
osdep_fact_preempt(const char *key, char *value, size_t size)
{
	struct utsname	 uts;

	(void)key;
	if (osdep_chosen("/sys/kernel/debug/sched/preempt", "()", value,
	    size) == 0)
		return (0);
	if (osdep_uname(&uts) == -1)
		return (-1);
	if (strstr(uts.version, "PREEMPT_RT") != NULL)
		strlcpy(value, "rt", size);
	else if (strstr(uts.version, "PREEMPT_DYNAMIC") != NULL)
		strlcpy(value, "dynamic", size);
	else if (strstr(uts.version, "PREEMPT") != NULL)
		strlcpy(value, "full", size);
	else
		strlcpy(value, "none", size);
	return (0);
}

/* Model and microcode: what /proc/cpuinfo calls by one of several names. */
static int
osdep_fact_cpuinfo(const char *key, char *value, size_t size)
{
	static const char *const models[] = { "model name", "Model",
		"Processor", "cpu model", "Hardware", "uarch" };
	size_t	 i;

	if (strcmp(key, "cpu.ucode") == 0)
		return (osdep_line("/proc/cpuinfo", "microcode", ":", value,
		    size));
	for (i = 0; i < nitems(models); i++)
		if (osdep_line("/proc/cpuinfo", models[i], ":", value,
		    size) == 0)
			return (0);
	/* arm64 says numbers only; they are better than nothing. */
	return (osdep_line("/proc/cpuinfo", "CPU part", ":", value, size));
}

/* CPUs that are online. */
static int
osdep_fact_count(const char *key, char *value, size_t size)
{
	(void)key;
	snprintf(value, size, "%d", osdep_ncpu());
	return (0);
}

/* Bytes of memory. */
static int
osdep_fact_mem(const char *key, char *value, size_t size)
{
	char	 text[64];

	(void)key;
	if (osdep_line("/proc/meminfo", "MemTotal:", ":", text,
	    sizeof(text)) == -1)
		return (-1);
	snprintf(value, size, "%" PRId64,
	    (int64_t)strtoll(text, NULL, 10) * 1024);
	return (0);
}

/* Highest frequency in MHz. */
static int
osdep_fact_freq(const char *key, char *value, size_t size)
{
	int64_t	 khz;

	(void)key;
	if (osdep_number(OSDEP_CPU "cpu0/cpufreq/cpuinfo_max_freq",
	    &khz) == -1)
		return (-1);
	snprintf(value, size, "%" PRId64, khz / 1000);
	return (0);
}

/* May the CPU go above its rated frequency: on, off. */
static int
osdep_fact_turbo(const char *key, char *value, size_t size)
{
	int64_t	 n;

	(void)key;
	if (osdep_number(OSDEP_CPU "intel_pstate/no_turbo", &n) == 0)
		n = n == 0;
	else if (osdep_number(OSDEP_CPU "cpufreq/boost", &n) == -1)
		return (-1);
	strlcpy(value, n != 0 ? "on" : "off", size);
	return (0);
}

/* The hypervisor, or none. */
static int
osdep_fact_virt(const char *key, char *value, size_t size)
{
	char	 text[8192];

	(void)key;
	if (osdep_text("/sys/hypervisor/type", value, size) > 0)
		return (0);
	if (osdep_line("/proc/cpuinfo", "flags", ":", text,
	    sizeof(text)) == -1) {
		errno = ENOENT;
		return (-1);
	}
	if (osdep_line("/proc/cpuinfo", "Hypervisor vendor", ":", value,
	    size) == 0)
		return (0);
	if (strstr(text, " hypervisor") == NULL)
		strlcpy(value, "none", size);
	else if (osdep_text("/sys/class/dmi/id/sys_vendor", value, size) <= 0)
		strlcpy(value, "unnamed", size);
	return (0);
}

/* Every weakness of the CPU and what is done about it, in order of name. */
static int
osdep_fact_mitigations(const char *key, char *value, size_t size)
{
	static const char	 dir[] = OSDEP_CPU "vulnerabilities";
	struct dirent		**entries;
	char			 path[512], text[256];
	int			 i, n;

	(void)key;
	n = scandir(dir, &entries, NULL, alphasort);
	if (n == -1)
		return (-1);
	value[0] = '\0';
	for (i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%s/%s", dir,
		    entries[i]->d_name);
		if (entries[i]->d_name[0] != '.' &&
		    osdep_text(path, text, sizeof(text)) > 0 &&
		    strcmp(text, "Not affected") != 0) {
			strlcat(value, value[0] != '\0' ? "; " : "", size);
			strlcat(value, entries[i]->d_name, size);
			strlcat(value, ": ", size);
			strlcat(value, text, size);
		}
		free(entries[i]);
	}
	free(entries);
	if (value[0] == '\0')
		strlcpy(value, "none needed", size);
	return (0);
}

/* What another question answers. */
static int
osdep_fact_id(const char *key, char *value, size_t size)
{
	if (strcmp(key, "boot.id") == 0)
		return (osdep_boot_id(value, size));
	return (osdep_machine_uuid(value, size));
}

/* A file that holds the answer. */
struct osdep_fact_file {
	const char	*key;
	const char	*path;
};

static const struct osdep_fact_file osdep_fact_files[] = {
	{ "cpu.smt",	  OSDEP_CPU "smt/control" },
	{ "cpu.governor", OSDEP_CPU "cpu0/cpufreq/scaling_governor" },
	{ "clock",
	    "/sys/devices/system/clocksource/clocksource0/current_clocksource" },
	{ "timer",
	    "/sys/devices/system/clockevents/clockevent0/current_device" },
	{ "kernel.tainted", "/proc/sys/kernel/tainted" },
	{ "aslr",	  "/proc/sys/kernel/randomize_va_space" },
	{ "cmdline",	  "/proc/cmdline" },
};

struct osdep_fact_row {
	const char	*key;
	int		(*ask)(const char *, char *, size_t);
};

static const struct osdep_fact_row osdep_facts[] = {
	{ "os",			osdep_fact_system },
	{ "release",		osdep_fact_system },
	{ "kernel.ident",	osdep_fact_system },
	{ "kernel.version",	osdep_fact_system },
	{ "arch",		osdep_fact_arch },
	{ "abi",		osdep_fact_abi },
	{ "bits",		osdep_fact_abi },
	{ "sched",		osdep_fact_sched },
	{ "preempt",		osdep_fact_preempt },
	{ "cpu.model",		osdep_fact_cpuinfo },
	{ "cpu.ucode",		osdep_fact_cpuinfo },
	{ "cpu.count",		osdep_fact_count },
	{ "cpu.freq",		osdep_fact_freq },
	{ "cpu.turbo",		osdep_fact_turbo },
	{ "mem",		osdep_fact_mem },
	{ "virt",		osdep_fact_virt },
	{ "mitigations",	osdep_fact_mitigations },
	{ "boot.id",		osdep_fact_id },
	{ "machine",		osdep_fact_id },
};

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
	for (i = 0; i < nitems(osdep_fact_files); i++)
		if (strcmp(key, osdep_fact_files[i].key) == 0)
			error = osdep_text(osdep_fact_files[i].path, value,
			    size) > 0 ? 0 : -1;
	if (error == 0)
		osdep_printable(value);
	return (error);
}
