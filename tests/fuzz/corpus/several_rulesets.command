check
nosuch
FILE