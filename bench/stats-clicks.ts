import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ByteRange, encodeRawClick } from '../server/clicks/journal/click.ts';
import { RECORD_MAX } from '../server/clicks/journal/record.ts';
import { createOwner, createSegmentName } from '../server/clicks/journal/segments.ts';
import { AGENT_RULES } from '../server/stats/classify/agents/agent.ts';
import { agentClasses, BOT, PERSON, PREVIEW, SCAN } from '../server/stats/classify/classes.ts';
import { readLanguage } from '../server/stats/classify/language.ts';
import { batchColumns } from '../server/stats/ingest/encode-batch.ts';
import { DAY_SECONDS, QUARTER_SECONDS } from '../server/stats/quarter.ts';
import { type Connection, quote } from '../server/stats/warehouse/connection.ts';
import { type KnownAgent, userAgents } from '../tests/support/user-agents.ts';
import { createRandom, pickOne, pickRank, type Random } from './measure.ts';

/** Distinct addresses of a city. */
const ADDRESSES = 32;

type Value = string | number;

/** Makes the tables from which clicks are sampled. The first column is the row's number. */
export async function createClickSources(db: Connection): Promise<void> {
  const agents = userAgents
    .map(({ text }) => ({ text, ...AGENT_RULES.read(text) }))
    .toSorted((a, b) => agentClasses[a.class] - agentClasses[b.class])
    .map((agent) => [
      agentClasses[agent.class],
      agent.text,
      agent.browser,
      agent.system,
      agent.device,
    ]);
  const pages = Array.from({ length: HOSTS * PAGES }, (_, page) => {
    const host = `site-${Math.floor(page / PAGES)}.example`;
    return [host, page % PAGES === 0 ? host : `${host}/stories/${page}`];
  });
  const campaigns = Array.from({ length: 400 }, (_, number) => [
    `partner-${number % 20}`,
    MEDIUMS[number % MEDIUMS.length]!,
    `campaign-${number % 80}`,
  ]);
  const places = cities.map(({ country, name, language }) => [
    country,
    name,
    readLanguage(language),
  ]);
  await db.run(
    // Zipf's law, like `pickRank`.
    'create or replace temp macro draw(n) as least(n - 1, floor(0.5 * pow(2 * n + 1, random()) - 0.5))::bigint',
    createSource('agent_source', 'class, agent, browser, system, device', agents),
    createSource('referrer_source', 'referrer, page', pages),
    createSource('campaign_source', 'utm_source, utm_medium, utm_campaign', campaigns),
    createSource('place_source', 'country, city, language', places),
  );
}

function createSource(table: string, columns: string, rows: readonly (readonly Value[])[]): string {
  const values = rows.map((row, at) => {
    const literals = row.map((value) => (typeof value === 'number' ? value : quote(value)));
    return `(${at}, ${literals.join(', ')})`;
  });
  return `create or replace temp table ${table} as
    from (values ${values.join(', ')}) as source (number, ${columns})`;
}

interface DayClicks {
  /** Days since 1970-01-01 UTC. */
  readonly day: number;
  readonly clicks: number;
  /** How many quarters of an hour have clicks. */
  readonly quarters: number;
  readonly links: number;
}

/** Samples the clicks of a day, as the Parquet file of an open batch. */
export async function writeClicks(
  db: Connection,
  folder: string,
  { day, clicks, quarters, links }: DayClicks,
): Promise<Uint8Array> {
  const file = join(folder, `day-${day}.parquet`);
  await db.run(
    `create or replace temp table drawn as
      select row_number() over () as number, random() as share, random() as referral, random() as origin,
        draw(${links}) as rank, draw(${HOSTS}) * ${PAGES} + draw(${PAGES}) as page,
        draw(400) as campaign, draw(${cities.length}) as place,
        floor(random() * ${ADDRESSES})::bigint as address, floor(random() * ${quarters})::bigint as quarter
      from range(${clicks})`,
    `copy (
      select ${Object.keys(batchColumns).join(', ')} from (
        select ${day * DAY_SECONDS} + quarter * ${QUARTER_SECONDS} as time,
          rank * ${SPREAD} % ${links} + 1 as link_id,
          case when class = ${PERSON} and via = 'qr' then ${SCAN} else class end as class,
          1 as clicks,
          case when class = ${PERSON} then (hash(place, address, agent) >> 16)::bigint end as visitor,
          null::integer as site_visitors, null::integer as link_visitors,
          class = ${PERSON} and via = 'qr' as is_scan, utm_medium = 'cpc' as is_paid,
          agent, browser, system, device, via, '' as utm_term, '' as utm_content,
          coalesce(referrer, '') as referrer, coalesce(referrer_source.page, '') as page,
          coalesce(utm_source, '') as utm_source, coalesce(utm_medium, '') as utm_medium,
          coalesce(utm_campaign, '') as utm_campaign, country, city, language,
          '' as target, '' as domain
        from (
          select *, ${pickAgent()} as agent_number,
            case when origin < ${SCANS} then 'qr' else '' end as via
          from drawn
        ) as visit
        join agent_source on agent_source.number = agent_number
        join place_source on place_source.number = place
        left join referrer_source on referrer_source.number = visit.page and referral > ${NO_REFERRER}
        left join campaign_source on campaign_source.number = campaign
          and origin between ${SCANS} and ${SCANS + CAMPAIGNS}
      ) order by time
    ) to ${quote(file)} (format parquet, compression zstd)`,
  );
  const body = readFileSync(file);
  rmSync(file);
  return body;
}

/** SQL that picks a user agent's number; the agents are sorted by class. */
function pickAgent(): string {
  const counts = [PERSON, PREVIEW, BOT].map(
    (wanted) => userAgents.filter((agent) => agentClasses[agent.class] === wanted).length,
  );
  const [people, previews, bots] = counts as [number, number, number];
  return `case when share < ${BOTS} then ${people + previews} + draw(${bots})
    when share < ${BOTS + PREVIEWS} then ${people} + draw(${previews})
    else draw(${people}) end`;
}

const HOUR_MS = 3_600_000;
/** Size at which the journal begins another segment. */
const SEGMENT_BYTES = 64 * 1024 * 1024;
/** The weight of each day of the week, from Sunday, and of each hour, UTC. */
export const WEEK = [0.7, 1.1, 1.15, 1.15, 1.1, 1.05, 0.75];
const HOURS = [4, 4, 3, 3, 3, 3, 4, 5, 6, 7, 7, 7, 8, 8, 8, 8, 8, 8, 9, 9, 8, 7, 6, 5];
const HOURS_SUM = HOURS.reduce((sum, share) => sum + share, 0);
/** A prime, which spreads the ranks over the ids without repetition. */
const SPREAD = 15_485_863;

interface StatsJournalOptions {
  readonly links: number;
  /** The total of all days. */
  readonly clicks: number;
  readonly days: number;
}

/** The clicks of a large site, spread over its links by Zipf's law. */
export class StatsJournal {
  readonly #options: StatsJournalOptions;
  readonly #random = createRandom(20_261_122);
  readonly #visitors = new StatsVisitors(this.#random);
  readonly #buffer = Buffer.allocUnsafe(SEGMENT_BYTES + RECORD_MAX);

  constructor(options: StatsJournalOptions) {
    this.#options = options;
  }

  /** Writes the first hours of a day, in days since 1970-01-01 UTC; returns the clicks. */
  writeDay(directory: string, day: number, hours: number): number {
    const { links, clicks, days } = this.#options;
    const mean = clicks / days;
    const owner = createOwner();
    let written = 0;
    let end = 0;
    let wanted = 0;
    const flush = (time: number): void => {
      const bytes = this.#buffer.subarray(0, end);
      writeFileSync(join(directory, createSegmentName(time, owner)), bytes);
      end = 0;
    };
    for (const [hour, share] of HOURS.slice(0, hours).entries()) {
      const start = (day * 24 + hour) * HOUR_MS;
      const first = written;
      wanted += (mean * WEEK[(day + 4) % 7]! * share) / HOURS_SUM;
      for (; written < Math.round(wanted); written += 1) {
        const time = start + Math.floor(((written - first) / (wanted - first)) * HOUR_MS);
        const linkId = findLinkId(pickRank(this.#random, links), links);
        end = this.#visitors.write(this.#buffer, end, linkId, time);
        if (end >= SEGMENT_BYTES) flush(time);
      }
    }
    if (end > 0) flush((day + 1) * 24 * HOUR_MS);
    return written;
  }
}

/** The id of a link by its rank; rank 0 has the most visits. */
export function findLinkId(rank: number, links: number): number {
  return ((rank * SPREAD) % links) + 1;
}

/** Shares of all clicks. */
const BOTS = 0.1;
const PREVIEWS = 0.05;
const NO_REFERRER = 0.6;
const CAMPAIGNS = 0.1;
const SCANS = 0.03;

const HOSTS = 300;
const PAGES = 12;
const MEDIUMS = ['social', 'email', 'cpc', 'referral', 'print'];
const NOTHING: ByteRange = { start: 0, end: 0 };

/** Writes repeatable clicks with the mix of a large site. */
class StatsVisitors {
  readonly #random: Random;
  #length = 0;
  readonly #parts: string[] = [];
  readonly #people = this.#listAgents('person');
  readonly #previews = this.#listAgents('preview');
  readonly #bots = this.#listAgents('bot');
  readonly #referrers = Array.from({ length: HOSTS }, (_, host) =>
    Array.from({ length: PAGES }, (__, page) => this.#add(nameReferrer(host, page))),
  );
  readonly #campaigns = Array.from({ length: 400 }, (_, number) => this.#add(nameCampaign(number)));
  readonly #scan = this.#add('qr');
  readonly #cities = cities.map(({ language, addresses }) => ({
    language: this.#add(language),
    addresses: addresses.map((address) => Buffer.from(address)),
  }));
  readonly #bytes = Buffer.from(this.#parts.join(''));

  constructor(random: Random) {
    this.#random = random;
  }

  /** Writes a record at `start` of the buffer; returns its end. */
  write(buffer: Buffer, start: number, linkId: number, time: number): number {
    const random = this.#random;
    const { language, addresses } = pickOne(random, this.#cities);
    const address = addresses[Math.floor(random() * addresses.length)]!;
    return encodeRawClick(buffer, start, linkId, time, address, this.#bytes, {
      referrer:
        random() < NO_REFERRER ? NOTHING : pickOne(random, pickOne(random, this.#referrers)),
      userAgent: this.#pickAgent(),
      language,
      query: this.#pickQuery(),
      country: NOTHING,
      asksNotToBeTracked: false,
      isEmbedded: false,
    });
  }

  #pickAgent(): ByteRange {
    const share = this.#random();
    if (share < BOTS) return pickOne(this.#random, this.#bots);
    return pickOne(this.#random, share < BOTS + PREVIEWS ? this.#previews : this.#people);
  }

  #pickQuery(): ByteRange {
    const share = this.#random();
    if (share < SCANS) return this.#scan;
    return share < SCANS + CAMPAIGNS ? pickOne(this.#random, this.#campaigns) : NOTHING;
  }

  #listAgents(agentClass: KnownAgent['class']): ByteRange[] {
    return userAgents
      .filter((agent) => agent.class === agentClass)
      .map(({ text }) => this.#add(text));
  }

  #add(text: string): ByteRange {
    const start = this.#length;
    this.#parts.push(text);
    this.#length += text.length;
    return { start, end: this.#length };
  }
}

function nameReferrer(host: number, page: number): string {
  return `https://www.site-${host}.example/${page === 0 ? '' : `stories/${host * PAGES + page}`}`;
}

function nameCampaign(number: number): string {
  const source = `partner-${number % 20}`;
  const medium = MEDIUMS[number % MEDIUMS.length]!;
  return `utm_source=${source}&utm_medium=${medium}&utm_campaign=campaign-${number % 80}`;
}

/** Most clicks come from the first ones. */
const COUNTRIES = (
  'CN IN US ID BR NG JP RU BD MX PH DE VN PK TR GB IR FR TH EG IT KR ES ZA CO UA AR CA MY PL ' +
  'SA KE MA DZ AU TW NL PE UZ VE CL RO KZ GH LK BE SE CZ AE EC CH PT TN HU GR AT IL HK DK BY ' +
  'FI NO SG DO IE NZ SK BO GT CR BG RS JO KW HR UY LB PA QA GE AZ OM SV HN PY LT SI AM AL LV ' +
  'KH MM NP LA IQ LY SD ET UG TZ ZM ZW SN CI CM AO MZ RW BJ TG GA BW NA MU MG MT CY EE LU IS'
).split(' ');
const CITIES = 2000;
/** The networks of a city, for IPv4 and for IPv6 each. */
const NETWORKS = 16;

/** Accept-Language of countries where English is not the default. */
const languages: Readonly<Record<string, string>> = {
  CN: 'zh-CN,zh;q=0.9',
  TW: 'zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7',
  HK: 'zh-HK,zh;q=0.9,en;q=0.8',
  ID: 'id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7',
  BR: 'pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7',
  PT: 'pt-PT,pt;q=0.9,en;q=0.8',
  JP: 'ja,en-US;q=0.9,en;q=0.8',
  RU: 'ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7',
  KZ: 'ru-RU,ru;q=0.9,kk;q=0.8',
  DE: 'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7',
  AT: 'de-AT,de;q=0.9,en;q=0.8',
  CH: 'de-CH,de;q=0.9,fr;q=0.8,en;q=0.7',
  VN: 'vi-VN,vi;q=0.9,en;q=0.8',
  TR: 'tr-TR,tr;q=0.9,en-US;q=0.8,en;q=0.7',
  FR: 'fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7',
  IT: 'it-IT,it;q=0.9,en-US;q=0.8,en;q=0.7',
  KR: 'ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7',
  PL: 'pl-PL,pl;q=0.9,en-US;q=0.8,en;q=0.7',
  NL: 'nl-NL,nl;q=0.9,en-US;q=0.8,en;q=0.7',
  UA: 'uk-UA,uk;q=0.9,ru;q=0.8,en;q=0.7',
  TH: 'th-TH,th;q=0.9',
  EG: 'ar-EG,ar;q=0.9,en;q=0.8',
  SA: 'ar,en-US;q=0.9,en;q=0.8',
  ...Object.fromEntries(
    ['ES', 'MX', 'CO', 'AR', 'PE', 'CL'].map((country) => [country, `es-${country},es;q=0.9`]),
  ),
};

interface City {
  readonly country: string;
  readonly name: string;
  /** The most frequent Accept-Language. */
  readonly language: string;
  /** Shortened, as the journal has them. */
  readonly addresses: readonly string[];
}

/** The countries at the beginning have more cities. */
const cities: readonly City[] = Array.from({ length: CITIES }, (_, number) => {
  const rank = Math.floor((number * 911) % CITIES);
  const country = COUNTRIES[Math.floor((rank / CITIES) ** 2 * COUNTRIES.length)]!;
  const addresses = Array.from({ length: NETWORKS }, (__, network) => {
    const place = number * NETWORKS + network;
    return [
      `32.${place >> 8}.${place & 255}`,
      `2a01:${number.toString(16)}:${network.toString(16)}::`,
    ];
  });
  return {
    country,
    name: `City ${number}`,
    language: languages[country] ?? 'en-US,en;q=0.9',
    addresses: addresses.flat(),
  };
});
