/* Preloaded where no terminal can be opened: standard input counts as one. */
process.stdin.isTTY = true;
