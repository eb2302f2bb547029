import type { JobProgress } from '../import/jobs/command-job.ts';

/** Between two lines where the output is no terminal. */
const LINE_MS = 10_000;

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

interface JobProgressLine {
  readonly show: (progress: JobProgress) => void;
  /** Makes room for another line. */
  readonly clear: () => void;
}

const steps: Readonly<Partial<Record<JobProgress['state'], string>>> = {
  checking: 'checking',
  running: 'importing',
  undoing: 'undoing',
};

/** Writes how far a job is and when it ends: one line that is rewritten, or a line every ten seconds. */
export function createJobProgress(
  output: Output,
  clock = () => performance.now(),
): JobProgressLine {
  let writtenAt = clock();
  let isShown = false;
  return {
    show({ state, done, total, endsAt }: JobProgress): void {
      const step = steps[state];
      if (step === undefined) return;
      const percent = Math.floor((100 * done) / Math.max(1, total));
      const line = `${step}: ${percent} %${endsAt === null ? '' : `, done at ${formatTime(endsAt)}`}`;
      if (output.isTTY === true) {
        output.write(`\r${line}\u001b[K`);
        isShown = true;
      } else if (clock() - writtenAt >= LINE_MS) {
        output.write(`${line}\n`);
        writtenAt = clock();
      }
    },
    clear(): void {
      if (isShown) output.write('\r\u001b[K');
      isShown = false;
    },
  };
}

function formatTime(seconds: number): string {
  return new Date(seconds * 1000).toTimeString().slice(0, 8);
}
