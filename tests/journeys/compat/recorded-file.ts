import { readFileSync, writeFileSync } from 'node:fs';
import type { Headers, RecordedVisits, Shape, Step } from './recording.ts';

export const folder = 'tests/journeys/compat/recorded';

export interface Recording {
  readonly protocol: string;
  readonly steps: readonly Step[];
}

/** A recording as its file has it: each kind of headers and answer once. */
interface Stored {
  readonly protocol: string;
  readonly headers: readonly Headers[];
  readonly answers: readonly Shape[];
  readonly steps: readonly (RecordedVisits | StoredCall)[];
}

interface StoredCall {
  readonly call: string;
  readonly headers: number;
  readonly body?: string;
  readonly status: number;
  readonly answer: number;
}

export function readRecording(client: string): Recording {
  const stored = JSON.parse(readFileSync(pathOf(client), 'utf8')) as Stored;
  const steps = stored.steps.map((step) =>
    'visited' in step
      ? step
      : {
          ...step,
          headers: stored.headers[step.headers] ?? {},
          answer: stored.answers[step.answer] ?? '',
        },
  );
  return { protocol: stored.protocol, steps };
}

export function writeRecording(client: string, { protocol, steps }: Recording): void {
  const headers = new Numbered<Headers>();
  const answers = new Numbered<Shape>();
  const numbered = steps.map((step) =>
    'visited' in step
      ? step
      : { ...step, headers: headers.numberOf(step.headers), answer: answers.numberOf(step.answer) },
  );
  const stored: Stored = {
    protocol,
    headers: headers.values,
    answers: answers.values,
    steps: numbered,
  };
  // The formatter keeps what stands on one line there.
  writeFileSync(pathOf(client), JSON.stringify(stored));
}

/** Leaves out reads that a client repeats and that are answered alike. */
export function dropRepeated(steps: readonly Step[]): Step[] {
  const seen = new Set<string>();
  return steps.filter((step) => {
    if ('visited' in step || !/^(?:GET|OPTIONS) /.test(step.call)) return true;
    const text = JSON.stringify(step);
    return !seen.has(text) && seen.add(text) !== undefined;
  });
}

class Numbered<Value> {
  readonly values: Value[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(value: Value): number {
    const text = JSON.stringify(value);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.values.length);
    return this.values.push(value) - 1;
  }
}

function pathOf(client: string): string {
  return `${folder}/${client}.json`;
}
