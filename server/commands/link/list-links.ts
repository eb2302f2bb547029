import { formatShortLink } from '../../../contracts/links/domain-code.ts';
import { listLinks as listRoute } from '../../../contracts/links/links.ts';
import { LIMIT_MAX } from '../../../contracts/links/links.constants.ts';
import { print, printMessage, type ExitCode } from '../terminal.ts';
import { linkPage, printJson, type ShownLink } from './answers.ts';
import { formatTable } from './link-table.ts';
import { listOptions, parseOptions, readNumber, readTimeout, UsageError } from './link-options.ts';
import type { RemoteSite } from './remote-site.ts';
import { SiteClient } from './site-client.ts';

const LIST_MAX = 100_000;

export async function listLinks(
  args: readonly string[],
  open: () => RemoteSite,
): Promise<ExitCode> {
  const { values, positionals } = parseOptions(args, listOptions);
  const [search] = positionals;
  if (positionals.length > 1) throw new UsageError('"link list" takes one SEARCH');
  const limit = readNumber('limit', values.limit ?? '50', 1, LIST_MAX);
  const given = { q: search, tag: values.tag, state: values.state, domain: values.domain };
  const filter = Object.entries(given).filter(([, value]) => value !== undefined);
  const timeout = readTimeout(values);
  const site = open();
  const client = new SiteClient(site, timeout);
  const links = await readPages(client, Object.fromEntries(filter), limit);
  if (values.json === true) return printJson(links);
  const { total, urls } = links;
  if (urls.length === 0) {
    printMessage('no links');
    return 0;
  }
  print(formatTable(urls.map((link) => toRow(site, link))));
  if (urls.length < total) printMessage(`${urls.length} of ${total} links; --limit shows more`);
  return 0;
}

/** The answer of the API; of several pages, with the links of all. */
async function readPages(
  client: SiteClient,
  filter: Readonly<Record<string, unknown>>,
  limit: number,
) {
  const size = Math.min(limit, LIMIT_MAX);
  // A link that is created meanwhile moves others to the next page.
  const links = new Map<number, ShownLink>();
  for (let page = 1; ; page += 1) {
    const answer = await client.call(listRoute, { ...filter, page, limit: size }, linkPage);
    for (const link of answer.urls) links.set(link.id, link);
    if (links.size >= limit || answer.urls.length < size) {
      return { ...answer, page: 1, limit, urls: [...links.values()].slice(0, limit) };
    }
  }
}

function toRow(site: RemoteSite, link: ShownLink) {
  const { clicks, pending_clicks: pending, state, title, long_url: target } = link;
  return { link: formatShortLink(link, site.base), clicks: clicks + pending, state, title, target };
}
