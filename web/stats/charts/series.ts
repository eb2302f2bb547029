import { t } from '../../language.ts';
import type { Bar } from '../stats.api.ts';
import type { Audience } from '../../../contracts/stats/stats.constants.ts';

const readers = {
  people: ({ person, scan }: Bar) => person + scan,
  person: ({ person }: Bar) => person,
  scan: ({ scan }: Bar) => scan,
  preview: ({ preview }: Bar) => preview,
  bot: ({ bot }: Bar) => bot,
};
export type SeriesName = keyof typeof readers;

export interface Series {
  readonly name: SeriesName;
  readonly label: string;
  /** The sum over all bars. */
  readonly sum: number;
  readonly read: (bar: Bar) => number;
}

/** The parts of each bar, from bottom to top. */
export function readSeries(bars: readonly Bar[], audience: Audience): Series[] {
  const names: readonly SeriesName[] =
    audience === 'people' || audience === 'all' ? ['people', 'preview', 'bot'] : [audience];
  return names.map((name) => {
    const read = readers[name];
    const sum = bars.reduce((sum, bar) => sum + read(bar), 0);
    return { name, label: t(`stats.audience.${name}`), sum, read };
  });
}

export function sumBar(bar: Bar, series: readonly Series[]): number {
  return series.reduce((sum, { read }) => sum + read(bar), 0);
}

/** The clicks of the audience in a bar. */
export function countAudience(bar: Bar, audience: Audience): number {
  if (audience !== 'all') return readers[audience](bar);
  return readers.people(bar) + readers.preview(bar) + readers.bot(bar);
}
