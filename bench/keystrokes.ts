import type { BenchSite } from './bench-site.ts';
import { median, readCpu, round } from './measure.ts';
import { TAG } from './seed-searchable.ts';

const ROUNDS = 7;

/** Typed letter by letter: words, codes, and texts that few or no links have. */
const typed = [
  'summer sale',
  'newsletter 7',
  'shop1.exampl',
  'asked by Ada',
  '优惠 活动',
  's4711',
  'zq',
];

type Call = (site: BenchSite, text: string) => Promise<Response>;

function list(filter: object): Call {
  return (site, text) => {
    const query = new URLSearchParams({ limit: '10', q: text, ...filter }).toString();
    return site.call('GET', `/api/urls?${query}`);
  };
}

function searchCodes(filter: object): Call {
  return (site, text) =>
    site.call('POST', '/api/search', {
      filter: 'short_url',
      keyword: text,
      page: 1,
      limit: 10,
      ...filter,
    });
}

const calls: Readonly<Record<string, Call>> = {
  everywhere: list({}),
  everywhere_live: list({ state: 'live' }),
  everywhere_never_clicked: list({ state: 'never_clicked' }),
  everywhere_tag: list({ tag: TAG }),
  everywhere_tag_off_or_expired: list({ tag: TAG, state: 'off,expired' }),
  everywhere_by_title: list({ sort: 'title' }),
  codes: searchCodes({}),
  codes_live: searchCodes({ state: 'live' }),
  codes_tag: searchCodes({ tag: TAG }),
};

/** The time of every keystroke of the search, of the processor, and of the slowest one. */
export async function measureKeystrokes(site: BenchSite): Promise<object> {
  const texts = new Set(
    typed.flatMap((text) =>
      Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1).trim()),
    ),
  );
  const results: Record<string, object> = {};
  for (const [name, call] of Object.entries(calls)) {
    const medians: { text: string; ms: number }[] = [];
    const cpu = readCpu(site.pid);
    for (const text of texts) medians.push({ text, ms: await measureCall(site, call, text) });
    const slowest = medians.reduce((most, one) => (one.ms > most.ms ? one : most));
    const cpuMs = (readCpu(site.pid) - cpu) / 1000 / (texts.size * ROUNDS);
    results[name] = { ms: median(medians.map(({ ms }) => ms)), cpu_ms: round(cpuMs), slowest };
  }
  return results;
}

async function measureCall(site: BenchSite, call: Call, text: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    const response = await call(site, text);
    await response.arrayBuffer();
    times.push(performance.now() - begun);
    if (response.status >= 500) throw new Error(`HTTP ${response.status}`);
  }
  return median(times);
}
