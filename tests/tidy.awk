# tidy.awk: what STYLE.md asks of C, line by line; prints `file:line: what`.
#
# Run by tidy.sh over all .c, .h and .y files at once.  Knows KNF's shape (a
# function's name stands at the start of a line, its braces alone at the start
# of theirs) and says so where a file has another; it is no parser of C.

function complain(line, what) {
	print file ":" line ": " what
	faults++
}

# The line without comments; strings and characters lose what they hold.
function strip(s,    out, n, c) {
	out = ""
	while (s != "") {
		if (incomment) {
			n = index(s, "*/")
			if (n == 0)
				return out
			incomment = 0
			s = substr(s, n + 2)
			continue
		}
		n = match(s, /["']|\/\*|\/\//)
		if (n == 0)
			return out s
		out = out substr(s, 1, n - 1)
		c = substr(s, n, 1)
		if (c == "/") {
			if (substr(s, n + 1, 1) == "/") {
				complain(FNR, "a // comment")
				return out
			}
			incomment = 1
			s = substr(s, n + 2)
			continue
		}
		s = substr(s, n + 1)
		out = out c c
		while (s != "" && substr(s, 1, 1) != c) {
			n = match(s, "[\\\\" c "]")
			if (n == 0)
				return out
			if (substr(s, n, 1) == c) {
				s = substr(s, n)
				break
			}
			s = substr(s, n + 2)
		}
		s = substr(s, 2)
	}
	return out
}

# Width in columns, a tab being eight.
function width(s,    i, n, w) {
	w = 0
	n = split(s, piece, "\t")
	for (i = 1; i < n; i++) {
		w += length(piece[i])
		w += 8 - w % 8
	}
	return w + length(piece[n])
}

function count(s, re,    t) {
	t = s
	return gsub(re, "", t)
}

# A statement outside functions is complete: is it a variable that can change?
function judge(stmt,    t) {
	t = stmt
	gsub(/[ \t]+/, " ", t)
	if (t ~ /^ ?(typedef|extern|_Static_assert)/ || product == 0)
		return
	if (t ~ /^ ?(struct|union|enum)( [A-Za-z_0-9]+)? ?\{\} ?;/)
		return
	if (t ~ /^ ?(struct|union|enum) [A-Za-z_0-9]+ ?;/ || t ~ /^ ?;/)
		return
	sub(/ ?=.*/, "", t)
	if (match(t, /\(/) && substr(t, RSTART) !~ /^\( ?\*/)
		return
	if (t ~ /\* ?const [A-Za-z_]/ || (t ~ /const/ && t !~ /\*/))
		return
	if (t ~ /\( ?\* ?const/)
		return
	if (t ~ /const/ && t ~ /struct [a-z_0-9]* ?\{\}/)
		return
	if (t ~ /^ ?static struct/ && t !~ /[\[*]/) {
		if (++structs > 1)
			complain(FNR, "a second static struct in one file")
		return
	}
	complain(FNR, "a mutable global: " t)
}

function function_begin(    args, n, i, c, deep, commas) {
	infunction = 1
	body = labels = 0
	if (match(head, /\(.*/) == 0)
		return
	args = substr(head, RSTART + 1)
	deep = commas = 0
	n = length(args)
	for (i = 1; i <= n; i++) {
		c = substr(args, i, 1)
		if (c == "(")
			deep++
		else if (c == ")" && deep-- == 0)
			break
		else if (c == "," && deep == 0)
			commas++
	}
	if (commas + 1 > 6)
		complain(headline, name ": " commas + 1 " parameters, 6 at most")
	if (product == 0 || name == "main")
		return
	# The file conf_load.c holds conf_load() and conf_load_...().
	if (named && index(name "_", prefix) != 1 && name !~ /^yy(error|lex)$/)
		complain(headline, name ": not named after its file (" prefix ")")
	i = headline - 1
	while (i > 0 && kind[i] == "code")
		i--
	if (kind[i] != "comment")
		complain(headline, name ": no title above it")
}

function function_end() {
	infunction = 0
	if (body > 70)
		complain(headline, name ": " body " lines, 70 at most")
	if (product) {
		functions++
		if (body > 45)
			long[++longs] = file ":" headline ": " name ": " \
			    body " lines"
	}
}

function file_begin() {
	file = FILENAME
	incomment = depth = infunction = structs = wants = 0
	stmt = head = name = previous = ""
	section = file ~ /\.y$/ ? 0 : 2
	product = file !~ /^tests\//
	prefix = file
	sub(/.*\//, "", prefix)
	sub(/\.[a-z]*$/, "", prefix)
	if (prefix ~ /^osdep/)
		prefix = "osdep"
	named = file !~ /compat\.c$/
	prefix = prefix "_"
	osfree = file !~ /^(proto\/compat\.[ch]|daemon\/osdep_[a-z_]*\.c)$/
	split("", kind)
}

function file_end() {
	if (file == "")
		return
	if (lines > 600)
		complain(lines, lines " lines, 600 at most")
	if (infunction)
		complain(headline, name ": its end was not found")
}

FNR == 1 {
	file_end()
	file_begin()
	if ($0 !~ /^\/\*/)
		complain(1, "no paragraph that says what this file is for")
	purpose = 0
}
{ lines = FNR }
FNR <= 20 && /^ \*  ?[^ ]/ { purpose = 1 }
FNR == 2 && purpose == 0 && $0 !~ /^ \*/ {
	complain(1, "no paragraph that says what this file is for")
}
/[ \t]$/ { complain(FNR, "white space at the end") }
/\r/ { complain(FNR, "a carriage return") }
# A message is not broken: people grep for it.
length($0) > 40 && width($0) > 80 && $0 !~ /"[^"]* [^"]*/ {
	complain(FNR, width($0) " columns, 80 at most")
}

# The code of the line.
{
	was = incomment
	code = strip($0)
	blank = code ~ /^[ \t]*$/
	kind[FNR] = !blank ? (code ~ /^#/ ? "cpp" : "code") : \
	    ($0 ~ /^[ \t]*$/ && !was ? "blank" : "comment")
	if (blank)
		next
}
/^%%/ && section < 2 { section++; next }

code ~ /^[ \t]*#/ || continued {
	if (osfree && code ~ /# *(if|ifdef|ifndef|elif).*__(linux|FreeBSD|NetBSD|OpenBSD|DragonFly|APPLE|unix|GLIBC)/)
		complain(FNR, "#if on a system outside compat and osdep")
	continued = $0 ~ /\\$/
	next
}

code ~ /(^|[^A-Za-z0-9_])(v?sprintf|strcpy|strcat|stpcpy|ato[ifl]|atoll|gets|alloca|strtok)[ ]?\(/ {
	match(code, /(v?sprintf|strcpy|strcat|stpcpy|ato[ifl]|atoll|gets|alloca|strtok)[ ]?\(/)
	complain(FNR, "call of " substr(code, RSTART, RLENGTH - 1))
}
code ~ /(^|[ \t])typedef[ \t]+(struct|union)/ {
	complain(FNR, "typedef of a struct")
}
section == 2 && code ~ /(^|[ \t])return[ \t]*[^ \t(;]/ {
	complain(FNR, "return without parentheses")
}
section == 2 && code ~ /(^|[ \t}])(if|for|while|switch|return)\(/ {
	complain(FNR, "no blank after a keyword")
}

infunction {
	if (code ~ /^\}/) {
		function_end()
		stmt = ""
		depth = 0
		next
	}
	body++
	if (code ~ /^\t\t\t\t\t+[^\t]/)
		complain(FNR, "more than four tabs deep")
	if (code ~ /^[ \t]*[a-z_0-9]+:[ \t]*$/ && code !~ /default:/ && \
	    ++labels == 2)
		complain(FNR, name ": a second label")
	if (product && code ~ /^\t+static / && code !~ /const/)
		complain(FNR, "a static variable inside a function")
	next
}
section < 2 { next }

# Outside functions: names at the start of a line, then statements.
code ~ /^[A-Za-z_][A-Za-z_0-9]*\(/ && code !~ /^[A-Z_0-9]+\(/ && depth == 0 {
	name = code
	sub(/\(.*/, "", name)
	head = ""
	headline = FNR
	wants = 1
}
wants { head = head code }
code ~ /^\{/ && wants {
	wants = 0
	function_begin()
	next
}
wants && code ~ /;[ \t]*$/ { wants = 0 }
{
	opened = count(code, "\\{")
	closed = count(code, "\\}")
	if (depth == 0 && opened > 0 && code ~ /\)[ \t]*\{/ && code !~ /=/ && \
	    stmt code !~ /^[^(]*=/)
		complain(FNR, "a function whose shape is not KNF")
	if (depth == 0) {
		part = code
		if (opened > 0)
			sub(/\{.*/, opened == closed ? "{}" : "{", part)
		tail = code
		if (opened > 0 && opened == closed) {
			sub(/.*\}/, "", tail)
			part = part tail
		}
		stmt = stmt " " part
	} else if (depth + opened - closed == 0) {
		tail = code
		sub(/.*\}/, "", tail)
		stmt = stmt "}" tail
	}
	depth += opened - closed
	if (depth == 0 && code ~ /;[ \t]*$/) {
		judge(stmt)
		stmt = ""
	}
}

END {
	file_end()
	if (longs * 10 > functions) {
		print longs " of " functions \
		    " functions are longer than 45 lines; one in ten at most:"
		for (n = 1; n <= longs; n++)
			print long[n]
		faults++
	}
	exit faults > 0
}
