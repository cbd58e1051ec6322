#!/bin/sh
# A stage of a mode of Apertium that holds all work back until the named pipe in its second
# argument has a writer, and then lets everything through. The first argument is the option that
# every stage gets.
: < "$2"
exec cat
