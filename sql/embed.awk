# embed: makes a C file of a file of SQL, read by sql/sql.h.
#
# A schema becomes one string, sql_NAME.  A file of statements, in which each
# stands under a line "-- name: some_name", becomes the table sql_NAME[] of
# names and texts, ended by a row of NULL.  Comments and blanks are kept out.
function quote(s) {
	gsub(/\\/, "\\\\", s); gsub(/"/, "\\\"", s); gsub(/\t/, " ", s)
	return "\t\"" s "\\n\"\n"
}
function flush_statement() {
	if (name != "")
		table = table "\t{ \"" name "\",\n" body "\t},\n"
	name = ""; body = ""
}
{
	line = $0
	if (line ~ /^-- name: [a-z0-9_]+$/) {
		flush_statement()
		name = line; sub(/^-- name: /, "", name)
		next
	}
	sub(/[ \t]*--.*$/, "", line)
	if (line ~ /^[ \t]*$/)
		next
	body = body quote(line)
	if (name == "")
		whole = whole quote(line)
}
END {
	flush_statement()
	base = FILENAME; sub(/^.*\//, "", base); sub(/\.sql$/, "", base)
	print "/* Made of " base ".sql by embed.awk; edit that. */"
	print "#pragma GCC diagnostic ignored \"-Woverlength-strings\""
	print "#include \"sql/sql.h\"\n"
	if (table != "")
		print "const struct sql_statement sql_" base "[] = {\n" table \
		    "\t{ NULL, NULL }\n};"
	else
		print "const char sql_" base "[] =\n" whole ";"
}
