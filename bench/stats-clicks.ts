import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_RULES } from '../server/stats/classify/agents/agent.ts';
import { agentClasses, BOT, PERSON, PREVIEW, SCAN } from '../server/stats/classify/classes.ts';
import { readLanguage } from '../server/stats/classify/language.ts';
import { batchColumns } from '../server/stats/ingest/encode-batch.ts';
import { DAY_SECONDS, QUARTER_SECONDS } from '../server/stats/quarter.ts';
import { quote, type Connection } from '../server/stats/warehouse/connection.ts';
import { userAgents } from '../tests/support/user-agents.ts';
import { SPREAD } from './stats-journal.ts';
import { cities } from './stats-places.ts';
import {
  BOTS,
  CAMPAIGNS,
  HOSTS,
  MEDIUMS,
  NO_REFERRER,
  PAGES,
  PREVIEWS,
  SCANS,
} from './stats-visitors.ts';

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
    const own = row.map((value) => (typeof value === 'number' ? value : quote(value)));
    return `(${at}, ${own.join(', ')})`;
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
    (own) => userAgents.filter((agent) => agentClasses[agent.class] === own).length,
  );
  const [people, previews, bots] = counts as [number, number, number];
  return `case when share < ${BOTS} then ${people + previews} + draw(${bots})
    when share < ${BOTS + PREVIEWS} then ${people} + draw(${previews})
    else draw(${people}) end`;
}
