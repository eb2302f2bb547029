import type { Cell, Cells } from '../../../engine/sqlite/table-store.ts';
import { parseJson } from '../../../../contracts/text.ts';
import { shlink as reader } from '../../readers/readers.ts';
import type { Fields } from '../../readers/source-row.ts';
import { readFlag } from '../../values/flag.ts';
import type { SourceTable, SourceTables } from '../source-tables.ts';
import type { Product } from './product.ts';
import { readVisit, selectDomain, selectOfLink, toText } from './visits.ts';

/** More than a link of Brisk can have, so that the row tells it. */
const LISTED_MAX = 100;

/** Rows become what the REST API of Shlink answers. */
export const shlink: Product = {
  source: 'shlink',
  main: 'shlink.short_urls',
  reader,
  *openRows(tables, main) {
    for (const page of tables.rows(main, selectJoined(tables, main))) yield page.map(toApiRow);
  },
  visits: {
    table: 'shlink.visits',
    time: 'date',
    extra: joinLinks,
    read(row, time, options) {
      const { code, domain, referer: referrer, user_agent: userAgent, country } = row;
      const visit = readVisit({ code, domain, referrer, userAgent, country }, time, options);
      if (visit === null) return null;
      const city = toText(row['city']);
      const bot = readFlag(row['potential_bot']);
      const isKnown = visit.userAgent === undefined && (bot === 'on' || bot === 'off');
      return { ...visit, ...(city !== '' && { city }), ...(isKnown && { isBot: bot === 'on' }) };
    },
  },
};

function joinLinks(tables: SourceTables, visits: SourceTable, links: SourceTable): string {
  const locations = tables.nameOf(links.site, 'shlink.visit_locations');
  const find = (value: string): string => selectOfLink(links, 'short_url_id', value);
  const locate = (column: string): string =>
    visits.columns.includes('visit_location_id')
      ? `(select ${column} from ${locations} where id = main.visit_location_id limit 1)`
      : 'null';
  return `, ${find('link.short_code')} as code, ${find(domainOf(tables, links, 'link'))} as domain,
    ${locate('country_code')} as country, ${locate('city_name')} as city`;
}

function domainOf(tables: SourceTables, links: SourceTable, alias: string): string {
  return selectDomain(tables, links, alias, { table: 'shlink.domains', name: 'authority' });
}

/** Lists come as JSON. */
function selectJoined(tables: SourceTables, main: SourceTable): string {
  const name = (kind: string): string => tables.nameOf(main.site, `shlink.${kind}`);
  const conditions = `(select json_group_array(
      json_object('type', type, 'matchKey', match_key, 'matchValue', match_value))
    from (select type, match_key, match_value
      from ${name('redirect_conditions_in_short_url_redirect_rules')} as used
      join ${name('redirect_conditions')} as condition on condition.id = redirect_condition_id
      where short_url_redirect_rule_id = rule.id limit ${LISTED_MAX}))`;
  return `, ${domainOf(tables, main, 'main')} as _domain,
    (select json_group_array(name) from (select name from ${name('short_urls_in_tags')} as used
      join ${name('tags')} as tag on tag.id = tag_id
      where short_url_id = main.id limit ${LISTED_MAX})) as _tags,
    (select json_group_array(json_object('priority', cast(priority as integer), 'longUrl', long_url,
        'conditions', json(conditions)))
      from (select priority, long_url, ${conditions} as conditions
        from ${name('short_url_redirect_rules')} as rule
        where short_url_id = main.id limit ${LISTED_MAX})) as _rules,
    (select json_group_object(device_type, long_url)
      from ${name('device_long_urls')} where short_url_id = main.id) as _devices,
    ${countVisits(tables, main)} as _visits`;
}

/** Shlink 4 keeps the number of visits of each link. Before, the visits themselves are counted. */
function countVisits(tables: SourceTables, { site }: SourceTable): string {
  const counts = tables.find(site, 'shlink.short_url_visits_counts');
  if (counts !== undefined) {
    return `(select coalesce(sum(count), 0) from ${counts.id} where short_url_id = main.id)`;
  }
  const visits = tables.find(site, 'shlink.visits');
  if (visits === undefined) return 'null';
  return `(select count(*) from ${visits.id} where short_url_id = main.id)`;
}

/** What the table calls otherwise than the API. The other columns stay, as they may limit a link. */
function toApiRow(row: Cells): Fields {
  const { original_url: url, short_code: shortCode, date_created: dateCreated, ...rest } = row;
  const { _domain: domain, _tags: tags, _rules: rules, _devices: devices, ...others } = rest;
  const { _visits: visitsCount, forward_query: forwardQuery, ...limits } = others;
  return {
    ...limits,
    shortCode,
    longUrl: url ?? row['long_url'],
    dateCreated,
    domain,
    tags: parseList(tags),
    redirectRules: parseList(rules),
    deviceLongUrls: parseList(devices),
    visitsCount,
    ...(forwardQuery !== undefined && { forwardQuery }),
  };
}

function parseList(value: Cell | undefined): unknown {
  return typeof value === 'string' ? parseJson(value) : undefined;
}
