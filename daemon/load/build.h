/*
 * build: what only the preprocessor knows of compiler and ABI.
 *
 * Not the system, which is proto/compat.h's: the compiler's own macros.
 */
#ifndef DAEMON_LOAD_BUILD_H
#define DAEMON_LOAD_BUILD_H

#define BUILD_TEXT_OF(word)	#word
#define BUILD_TEXT(macro)	BUILD_TEXT_OF(macro)

#if defined(__clang__)
#define BUILD_COMPILER		"clang"
#define BUILD_COMPILER_VERSION	BUILD_TEXT(__clang_major__) "." \
    BUILD_TEXT(__clang_minor__) "." BUILD_TEXT(__clang_patchlevel__)
#elif defined(__GNUC__)
#define BUILD_COMPILER		"gcc"
#define BUILD_COMPILER_VERSION	__VERSION__
#else
#define BUILD_COMPILER		"unknown"
#define BUILD_COMPILER_VERSION	"unknown"
#endif

#if defined(__x86_64__)
#define BUILD_ARCH	"amd64"
#elif defined(__i386__)
#define BUILD_ARCH	"i386"
#elif defined(__aarch64__)
#define BUILD_ARCH	"arm64"
#elif defined(__arm__)
#define BUILD_ARCH	"arm"
#elif defined(__riscv)
#define BUILD_ARCH	"riscv"
#elif defined(__powerpc__)
#define BUILD_ARCH	"powerpc"
#else
#define BUILD_ARCH	"unknown"
#endif

#ifndef BUILD_FLAGS
#define BUILD_FLAGS	"unknown"
#endif

#endif
