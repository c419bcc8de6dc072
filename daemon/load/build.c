/*
 * build: who compiled this benchload, how, and for which ABI.
 *
 * Numbers of different builds may differ; these say when.
 */
#include "daemon/load/build.h"
#include "daemon/load/load.h"

/* The facts of this build; static. */
const struct build *
build_get(void)
{
	static const struct build	 lp64 = { BUILD_COMPILER,
	    BUILD_COMPILER_VERSION, BUILD_FLAGS, BUILD_ARCH, "LP64" };
	static const struct build	 ilp32 = { BUILD_COMPILER,
	    BUILD_COMPILER_VERSION, BUILD_FLAGS, BUILD_ARCH, "ILP32" };

	return (sizeof(long) == 8 ? &lp64 : &ilp32);
}
