#!/bin/sh
# examples: what the README and the manuals show is what is printed.
exec "$(dirname "$0")/../examples.sh"
