export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
}

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export function counter(name: string, help: string, samples: Metric['samples'] | number): Metric {
  return { name, type: 'counter', help, samples: toSamples(samples) };
}

export function gauge(name: string, help: string, samples: Metric['samples'] | number): Metric {
  return { name, type: 'gauge', help, samples: toSamples(samples) };
}

function toSamples(samples: Metric['samples'] | number): Metric['samples'] {
  return typeof samples === 'number' ? [{ value: samples }] : samples;
}

/** Prometheus text format, version 0.0.4. */
export function writeMetrics(metrics: readonly Metric[]): string {
  return metrics.map(writeMetric).join('');
}

function writeMetric({ name, type, help, samples }: Metric): string {
  const lines = [`# HELP ${name} ${escape(help, /[\\\n]/g)}`, `# TYPE ${name} ${type}`];
  for (const { labels = {}, value } of samples) {
    const pairs = Object.entries(labels).map(
      ([label, text]) => `${label}="${escape(text, /[\\\n"]/g)}"`,
    );
    lines.push(`${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`);
  }
  return lines.map((line) => `${line}\n`).join('');
}

function escape(text: string, special: RegExp): string {
  return text.replaceAll(special, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}
