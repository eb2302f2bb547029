/** A sample of a metric, as Prometheus would store it. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const HELP = /^# HELP ([a-z_:][a-z0-9_:]*) ((?:[^\\\n]|\\\\|\\n)+)$/i;
const TYPE = /^# TYPE ([a-z_:][a-z0-9_:]*) (counter|gauge)$/i;
const SAMPLE =
  /^([a-z_:][a-z0-9_:]*)(?:\{((?:[a-z_]\w*="(?:[^"\\\n]|\\\\|\\"|\\n)*",?)+)\})? (\d+(?:\.\d+)?)$/i;
const LABEL = /([a-z_]\w*)="((?:[^"\\]|\\.)*)"/gi;

/**
 * Parses Prometheus' text format 0.0.4 strictly. Each metric has one HELP, one TYPE and its samples
 * in a row; no sample repeats; the text ends with a line feed. Throws with the fault.
 */
export function readPrometheusText(text: string): readonly Sample[] {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const seen = new Set<string>();
  const samples: Sample[] = [];
  let current = { name: '', isTyped: true };
  for (const line of text.slice(0, -1).split('\n')) {
    const [, helped] = HELP.exec(line) ?? [];
    const [, typed] = TYPE.exec(line) ?? [];
    if (helped !== undefined) {
      if (!current.isTyped || seen.has(helped)) throw new Error(`out of place: ${line}`);
      seen.add(helped);
      current = { name: helped, isTyped: false };
    } else if (typed !== undefined) {
      if (current.isTyped || typed !== current.name) throw new Error(`out of place: ${line}`);
      current.isTyped = true;
    } else {
      const [whole, name, labels = '', value] = SAMPLE.exec(line) ?? [];
      if (whole === undefined || labels.endsWith(',')) throw new Error(`no sample: ${line}`);
      const key = line.slice(0, line.lastIndexOf(' '));
      if (!current.isTyped || name !== current.name || seen.has(`sample ${key}`)) {
        throw new Error(`out of place: ${line}`);
      }
      seen.add(`sample ${key}`);
      samples.push({ name, labels: readLabels(labels), value: Number(value) });
    }
  }
  if (!current.isTyped) throw new Error(`${current.name} has no type`);
  return samples;
}

function readLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(LABEL)].map(([, name, value]) => [name!, unescape(value!)]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

function unescape(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, character: string) =>
    character === 'n' ? '\n' : character,
  );
}
