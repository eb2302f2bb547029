const REFRESH_MS = 100; // between two updates of the line

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Writes the progress: one updated line at a terminal, elsewhere a line for each tenth. */
export function createProgress(
  output: Output,
  clock = () => performance.now(),
): (step: string, rows: number, total: number) => void {
  let tenth = '';
  let shownAt = -Infinity;
  return (step, rows, total) => {
    const isDone = rows === total;
    const line = `${step} ${rows} of ${total} rows`;
    if (output.isTTY === true) {
      if (!isDone && clock() - shownAt < REFRESH_MS) return;
      shownAt = clock();
      output.write(`\r${line}${isDone ? '\n' : ''}`);
      return;
    }
    const reached = `${step} ${total === 0 ? 10 : Math.floor((rows * 10) / total)}`;
    if (reached !== tenth) output.write(`${line}\n`);
    tenth = reached;
  };
}
