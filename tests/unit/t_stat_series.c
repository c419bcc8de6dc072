/*
 * t_stat_series: changes over nights.  Figures are R 4.2.2's (strucchange,
 * cor.test, acf) unless said otherwise.
 */
#include <stdlib.h>
#include <string.h>

#include "client/stat_segment.h"
#include "client/stat_series.h"
#include "client/stat_trend.h"
#include "proto/compat.h"
#include "tests/unit/stat_near.h"

/* datasets::Nile, 1871 to 1970; the dam at Aswan was begun in 1898. */
static const double nile[] = {
    1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935,
    1110, 994, 1020, 960, 1180, 799, 958, 1140, 1100, 1210, 1150, 1250,
    1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692,
    1020, 1050, 969, 831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821,
    768, 845, 864, 862, 698, 845, 744, 796, 1040, 759, 781, 865, 845, 944,
    984, 897, 822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874,
    848, 890, 744, 749, 838, 1050, 918, 986, 797, 923, 975, 815, 1020, 906,
    901, 1170, 912, 746, 919, 718, 714, 740,
};

/* Steps at 20 and 40. */
static const double up_down[] = {
    100.917869074543, 99.704370388459, 99.8621810347453, 100.12145146429,
    99.1862277565051, 100.094429717887, 100.875734005156, 99.8015404001437,
    100.032379150424, 100.170269449976, 99.0929635711039, 99.9618960236905,
    100.779362898706, 99.8506344072904, 100.202233346604, 100.266854595297,
    99.0542076525557, 99.8407444348697, 100.641200021596, 99.8431989040671,
    103.349905001024, 103.395495088502, 102.074351021923, 102.751534490022,
    103.479697878306, 102.779105722407, 103.456779427557, 103.535728178493,
    102.149291837235, 102.710161695064, 103.316630432598, 102.666572077208,
    103.510174902795, 103.665323704868, 102.267034384093, 102.725538145071,
    103.173922455183, 102.520964520875, 103.505187225584, 103.763525242159,
    99.4094381641678, 99.7982906997734, 100.070456984987, 99.3625610791301,
    100.445401046122, 100.814076595314, 99.5548622240627, 99.9206664026215,
    100.019326080084, 99.2135976414991, 100.342364321973, 100.807592659476,
    99.6813194234101, 100.077658928287, 100.025925443409, 99.0950289697658,
    100.213902480609, 100.742929188327, 99.7696810390076, 100.249191929845,
};

/* A slope of .05 a night. */
static const double drift[] = {
    100.967869074543, 99.804370388459, 100.012181034745, 100.32145146429,
    99.4362277565051, 100.394429717887, 101.225734005156, 100.201540400144,
    100.482379150424, 100.670269449976, 99.6429635711039, 100.561896023691,
    101.429362898706, 100.55063440729, 100.952233346604, 101.066854595297,
    99.9042076525557, 100.74074443487, 101.591200021596, 100.843198904067,
    101.399905001024, 101.495495088502, 100.224351021923, 100.951534490022,
    101.729697878306, 101.079105722407, 101.806779427557, 101.935728178493,
    100.599291837235, 101.210161695064, 101.866630432598, 101.266572077208,
    102.160174902795, 102.365323704868, 101.017034384093, 101.525538145071,
    102.023922455183, 101.420964520875, 102.455187225584, 102.763525242159,
    101.459438164168, 101.898290699773, 102.220456984987, 101.56256107913,
    102.695401046122, 103.114076595314, 101.904862224063, 102.320666402622,
    102.469326080084, 101.713597641499, 102.892364321973, 103.407592659476,
    102.33131942341, 102.777658928287, 102.775925443409, 101.895028969766,
    103.063902480609, 103.642929188327, 102.719681039008, 103.249191929845,
};

static void
the_nile_fell_after_1898(void **state)
{
	struct stat_cut	 cut;
	double		 rss[4];
	size_t		 place[20];

	(void)state;
	cut.place = place;
	assert_int_equal(stat_segment_by_bic(nile, 100, 5, rss, 3, &cut),
	    STAT_OK);
	assert_int_equal(cut.n, 1);
	assert_int_equal(place[0], 28);
	assert_near(rss[0], 2835156.75, 1e-11);
	assert_near(rss[1], 1597457.19444444, 1e-11);
	assert_near(rss[2], 1542326.65789474, 1e-11);
	assert_near(rss[3], 1438125.53636364, 1e-11);
}

static void
steps_are_cut_where_they_are(void **state)
{
	struct stat_cut	 cut;
	size_t		 place[60];

	(void)state;
	cut.place = place;
	assert_int_equal(stat_segment_cut(up_down, 60, 3.96744216881575, 3,
	    &cut), STAT_OK);
	assert_int_equal(cut.n, 2);
	assert_int_equal(place[0], 20);
	assert_int_equal(place[1], 40);
	assert_near(cut.cost, 23.5830052485212, 1e-9);
	assert_int_equal(stat_segment_history(up_down, 60, 5e-5, &cut),
	    STAT_OK);
	assert_int_equal(cut.n, 2);
}

static void
a_flat_series_is_not_cut(void **state)
{
	struct stat_cut	 cut;
	size_t		 place[20];

	(void)state;
	cut.place = place;
	assert_int_equal(stat_segment_history(up_down, 20, 5e-5, &cut),
	    STAT_OK);
	assert_int_equal(cut.n, 0);
}

static void
a_spike_is_no_step(void **state)
{
	double		 x[20];
	bool		 spike[20];
	struct stat_cut	 cut;
	size_t		 i, place[20];

	(void)state;
	memcpy(x, up_down, sizeof(x));
	x[9] += 30;
	assert_int_equal(stat_segment_despike(x, 20, spike), STAT_OK);
	for (i = 0; i < 20; i++)
		assert_int_equal(spike[i], i == 9);
	cut.place = place;
	assert_int_equal(stat_segment_history(x, 20, 5e-5, &cut), STAT_OK);
	assert_int_equal(cut.n, 0);
}

static void
a_step_alarms_and_a_flat_series_does_not(void **state)
{
	struct stat_alarm a;

	(void)state;
	assert_int_equal(stat_series_alarm(up_down, 30, 3650, false, &a),
	    STAT_OK);
	assert_true(a.is_alarm);
	assert_int_equal(a.change.k, 20);
	assert_true(a.change.first <= 20 && a.change.last >= 20);
	assert_int_equal(stat_series_alarm(up_down, 20, 3650, false, &a),
	    STAT_OK);
	assert_false(a.is_alarm);
}

static void
eleven_nights_are_warming_up(void **state)
{
	struct stat_alarm a;

	(void)state;
	assert_int_equal(stat_series_alarm(up_down, 11, 3650, false, &a),
	    STAT_TOO_FEW);
	assert_int_equal(stat_series_alarm(up_down, 0, 3650, false, &a),
	    STAT_EMPTY);
	assert_int_equal(stat_series_alarm(up_down, 12, 50, false, &a),
	    STAT_RANGE);
}

static void
a_step_without_noise_alarms_with_a_finite_t(void **state)
{
	double	 x[20];
	struct stat_alarm a;
	size_t	 i;

	(void)state;
	for (i = 0; i < 20; i++)
		x[i] = i < 10 ? 5 : 6;
	assert_int_equal(stat_series_alarm(x, 20, 3650, false, &a), STAT_OK);
	assert_true(a.is_alarm && isfinite(a.change.t));
	assert_int_equal(a.change.k, 10);
	assert_int_equal(stat_series_alarm(x, 10 + 2, 3650, true, &a),
	    STAT_OK);
	for (i = 0; i < 20; i++)
		x[i] = 5;
	assert_int_equal(stat_series_alarm(x, 20, 3650, false, &a),
	    STAT_CONSTANT);
}

static void
scores_of_ties_are_the_mean_of_their_scores(void **state)
{
	static const double x[] = { 3, 1, 2, 2, 5, 9, 9, 9, 0, 4 };
	double	 z[10];

	(void)state;
	assert_int_equal(stat_series_scores(x, 10, z), STAT_OK);
	assert_near(z[0], -0.122580843888802, 1e-11);
	assert_near(z[2], -0.515442637734973, 1e-11);
	assert_near(z[2], z[3], 1e-15);
	assert_near(z[5], 1.06751644075099, 1e-11);
}

static void
thresholds_come_from_one_p(void **state)
{
	double	 h, p;

	(void)state;
	assert_int_equal(stat_series_pointwise_p(3650, &p), STAT_OK);
	assert_near(p, 5e-5, 1e-9);
	assert_int_equal(stat_series_threshold(p, 30, &h), STAT_OK);
	assert_near(h, 4.78442497350553, 1e-9);
	assert_int_equal(stat_series_pointwise_p(1400, &p), STAT_OK);
	assert_true(p < 2.25e-4 && p > 9.8e-5);
	assert_int_equal(stat_series_pointwise_p(99, &p), STAT_RANGE);
	assert_int_equal(stat_series_pointwise_p(8000, &p), STAT_RANGE);
}

static void
a_drift_is_named_drift_and_a_step_step(void **state)
{
	struct stat_slope s;
	struct stat_kind k;

	(void)state;
	assert_int_equal(stat_trend_slope(drift, 60, &s), STAT_OK);
	assert_near(s.slope, 0.0499751591626934, 1e-9);
	assert_near(s.tau, 0.688135593220339, 1e-10);
	assert_near(s.p, 7.95362142274556e-15, 1e-8);
	assert_int_equal(stat_trend_kind(drift, 60, 3, &k), STAT_OK);
	assert_int_equal(k.kind, STAT_TREND_DRIFT);
	assert_near(k.bic_slope, -72.3166048448267, 1e-9);
	assert_near(k.bic_step, -38.8083125235211, 1e-9);
	assert_int_equal(stat_trend_kind(up_down, 40, 3, &k), STAT_OK);
	assert_int_equal(k.kind, STAT_TREND_STEP);
	assert_int_equal(k.step_at, 20);
	assert_int_equal(stat_trend_kind(up_down, 20, 3, &k), STAT_OK);
	assert_int_equal(k.kind, STAT_TREND_FLAT);
}

static void
what_a_night_can_see_is_told_before(void **state)
{
	const struct stat_nightly s = { 0.004, 0.006, 0.01, 2, 3 };
	const double	 nights[2] = { 30, 5 };
	double		 pct;

	(void)state;
	assert_int_equal(stat_series_mdc(stat_series_night_sd(&s), nights,
	    4.836, 0.8, &pct), STAT_OK);
	assert_near(pct, 1.97134183712313, 1e-9);
}

static void
energy_finds_the_step(void **state)
{
	struct stat_energy e;

	(void)state;
	/* The last ten before and all twenty after the first step. */
	assert_int_equal(stat_segment_energy(up_down + 10, 30, &e), STAT_OK);
	assert_int_equal(e.at, 10);
	assert_int_equal(stat_segment_energy(up_down, 3, &e), STAT_TOO_FEW);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(the_nile_fell_after_1898),
		cmocka_unit_test(steps_are_cut_where_they_are),
		cmocka_unit_test(a_flat_series_is_not_cut),
		cmocka_unit_test(a_spike_is_no_step),
		cmocka_unit_test(a_step_alarms_and_a_flat_series_does_not),
		cmocka_unit_test(eleven_nights_are_warming_up),
		cmocka_unit_test(a_step_without_noise_alarms_with_a_finite_t),
		cmocka_unit_test(scores_of_ties_are_the_mean_of_their_scores),
		cmocka_unit_test(thresholds_come_from_one_p),
		cmocka_unit_test(a_drift_is_named_drift_and_a_step_step),
		cmocka_unit_test(what_a_night_can_see_is_told_before),
		cmocka_unit_test(energy_finds_the_step),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
