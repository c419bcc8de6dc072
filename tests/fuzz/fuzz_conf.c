/*
 * fuzz_conf: any bytes as a configuration.  What is read without a fault is
 * printed, and its text must be read without a fault and print the same.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/conf.h"

int	 LLVMFuzzerTestOneInput(const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct conf_faults	 faults;
	struct conf		*again, *conf;
	char			*retext, *text;
	bool			 good;

	conf = conf_read("fuzz", (const char *)bytes, len, &faults);
	if (conf == NULL)
		abort();
	good = faults.n == 0;
	conf_faults_clear(&faults);
	if (!good) {
		conf_free(conf);
		return (0);
	}
	text = conf_print(conf);
	again = conf_read("again", text, strlen(text), &faults);
	retext = conf_print(again);
	if (faults.n > 0 || strcmp(text, retext) != 0 ||
	    again->nrecipes != conf->nrecipes)
		abort();
	conf_faults_clear(&faults);
	conf_free(again);
	conf_free(conf);
	free(text);
	free(retext);
	return (0);
}
