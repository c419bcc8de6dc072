#!/bin/sh
# stat_r: random inputs, answered by R itself where R is installed.
. "$(dirname "$0")/../lib.sh"

run=$top/tests/run_reference
promise="random inputs get R's own answers"
MAKE=${MAKE:-make}

if ! command -v Rscript >/dev/null 2>&1; then
	lib_skip "$promise" "no Rscript"
	lib_done
fi
[ -x "$run" ] || (cd "$top" && "$MAKE" -s tests/run_reference) >&2

cat >"$dir/cases.R" <<'EOF'
set.seed(as.integer(commandArgs(TRUE)[1]))
vec <- function(x) paste0("[", paste(sprintf("%.17g", x), collapse = ","), "]")
one <- function(x) sprintf("%.17g", x)
pair <- function(a, b) paste0('"a":', vec(a), ',"b":', vec(b))
first <- TRUE
case <- function(method, input, expected, tolerance = 1e-8) {
	cat(if (first) "" else ",", '{"name":"r_', method, '","method":"',
	    method, '","input":{', input, '},"expected":{', expected,
	    '},"tolerance":{"kind":"rel","value":', tolerance, "}}\n", sep = "")
	first <<- FALSE
}
test <- function(w) paste0('"t":', one(w$statistic), ',"df":',
    one(w$parameter), ',"p":', one(w$p.value), ',"ci":', vec(w$conf.int))
cat('{"cases":[\n')
for (i in 1:40) {
	na <- sample(4:12, 1); nb <- sample(4:12, 1)
	a <- round(rnorm(na, 100, 3), 4); b <- round(rnorm(nb, 101, 2), 4)
	case("welch_t", pair(a, b), test(t.test(b, a)))
	case("student_t_pooled", pair(a, b),
	    test(t.test(b, a, var.equal = TRUE)))
	w <- t.test(log(b), log(a))
	case("welch_log_ratio", pair(a, b), paste0('"p":', one(w$p.value),
	    ',"pct_ci":', vec(100 * (exp(w$conf.int) - 1))))
	a <- rnorm(na); b <- rnorm(nb, 0.5)
	w <- suppressWarnings(wilcox.test(b, a, exact = TRUE, conf.int = TRUE))
	case("mann_whitney_exact", pair(a, b), paste0('"U_b":',
	    one(w$statistic), ',"p":', one(w$p.value), ',"hl_shift":',
	    one(w$estimate), ',"hl_ci":', vec(w$conf.int)))
	a <- sample(1:5, na, TRUE); b <- sample(2:6, nb, TRUE)
	w <- suppressWarnings(wilcox.test(b, a, exact = FALSE))
	case("mann_whitney_ties", pair(a, b), paste0('"U_b":',
	    one(w$statistic), ',"p_normal_corrected":', one(w$p.value)))
	w <- t.test(abs(b - median(b)), abs(a - median(a)), var.equal = TRUE)
	if (is.finite(w$statistic))
		case("brown_forsythe", pair(a, b), paste0('"F":',
		    one(w$statistic^2), ',"p":', one(w$p.value)))
	p <- runif(1); df <- exp(runif(1, -0.5, 8)); df2 <- sample(1:99, 1)
	case("student_t_quantile", paste0('"p":', one(p), ',"df":', one(df)),
	    paste0('"q":', one(qt(p, df))))
	case("f_quantile", paste0('"p":', vec(p), ',"df1":', vec(df),
	    ',"df2":', vec(df2)), paste0('"q":', vec(qf(p, df, df2))), 1e-7)
	x <- rexp(1, 1 / df)
	case("chisq_upper_tail", paste0('"x":', vec(x), ',"df":', vec(df)),
	    paste0('"p":', vec(pchisq(x, df, lower.tail = FALSE))))
	# R sums until 1e-12 is reached (pnt.c): its far tails hold no digits.
	repeat {
		t <- rnorm(1, 0, 3); ncp <- rnorm(1, 0, 2)
		if (pt(t, df2, ncp) > 1e-6)
			break
	}
	case("noncentral_t_cdf", paste0('"t":', vec(t), ',"df":', vec(df2),
	    ',"ncp":', vec(ncp)), paste0('"p":', vec(pt(t, df2, ncp))), 1e-5)
	p <- runif(12)^3
	for (m in c("holm", "hochberg", "BH", "BY", "bonferroni"))
		case(paste0("p_adjust_", m), paste0('"p":', vec(p)),
		    paste0('"adjusted":', vec(p.adjust(p, m))))
	x <- round(rnorm(sample(2:20, 1)), 2); q <- runif(5)
	for (m in 1:9)
		case("quantile", paste0('"x":', vec(x), ',"type":', m,
		    ',"p":', vec(q)), paste0('"q":',
		    vec(quantile(x, q, type = m, names = FALSE))))
	w <- power.t.test(n = na, delta = 0.02, sd = 0.015)
	case("power_t", paste0('"n":', na, ',"delta":0.02,"sd":0.015,',
	    '"sig.level":0.05'), paste0('"power":', one(w$power)), 1e-7)
}
cat("]}\n")
EOF
seed=$(date +%j)
if ! Rscript "$dir/cases.R" "$seed" >"$dir/cases.json" 2>"$dir/err"; then
	lib_ok "R answers" 1 "$(cat "$dir/err")"
	lib_done
fi
"$run" "$dir/cases.json" >"$dir/out" 2>&1
lib_ok "$promise" $? "seed $seed" "$(tail -8 "$dir/out")"
lib_done
