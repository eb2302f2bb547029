const FAILURE_LINES = 80;

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
}

export interface Failure {
  /** The test file; '' = the suite names none. */
  readonly file: string;
  readonly text: string;
}

export function countTests(text: string): Counts {
  return {
    passed: sumMatches(text, /^ *(\d+) pass$|^\w+: (\d+) passed, \d+ failed$/),
    failed: sumMatches(text, /^ *(\d+) fail$|^\w+: \d+ passed, (\d+) failed$/),
    notRun: sumMatches(text, /^ *(\d+) skip$/),
  };
}

/** The failed tests that the text names, each with the lines before its name. */
export function findFailures(text: string): Failure[] {
  const failures: Failure[] = [];
  let file = '';
  let lines: string[] = [];
  for (const line of toLines(text)) {
    // The runner repeats the failures from here on.
    if (/^\d+ tests? failed:$/.test(line)) break;
    const [, name] = /^(?:\.\/)?(\S+\.test\.tsx?):$/.exec(line) ?? [];
    if (name !== undefined) file = name;
    lines.push(line);
    if (line.startsWith('(fail)')) failures.push({ file, text: lastLines(lines) });
    if (/^\((?:pass|fail|skip|todo)\)/.test(line)) lines = [];
  }
  return failures;
}

export function lastLines(lines: readonly string[]): string {
  return lines.slice(-FAILURE_LINES).join('\n');
}

function sumMatches(text: string, pattern: RegExp): number {
  return toLines(text).reduce((total, line) => {
    const [, first, second] = pattern.exec(line) ?? [];
    return total + Number(first ?? second ?? 0);
  }, 0);
}

/** Strips colors line by line: a test's title may begin an escape sequence that never ends. */
function toLines(text: string): string[] {
  return text.split('\n').map((line) => Bun.stripANSI(line));
}
