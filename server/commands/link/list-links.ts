import { formatShortLink } from '../../../contracts/links/domain-code.ts';
import { listLinks as listRoute } from '../../../contracts/links/links.ts';
import { LIMIT_MAX } from '../../../contracts/links/links.constants.ts';
import { print, printMessage, toPlainText, type ExitCode } from '../terminal.ts';
import { linkPage, printJson, type ShownLink } from './answers.ts';
import { listOptions, parseOptions, readNumber, readTimeout, UsageError } from './link-options.ts';
import type { RemoteSite } from './remote-site.ts';
import { SiteClient } from './site-client.ts';

const LIST_MAX = 100_000;
const TITLE_WIDTH = 40;
const GAP = '  ';

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

/** Aligned columns; the target comes last, since it may be long. */
function formatTable(rows: readonly ReturnType<typeof toRow>[]): string {
  const lines = [
    ['SHORT LINK', 'CLICKS', 'STATE', 'TITLE', 'TARGET'],
    ...rows.map(({ link, clicks, state, title, target }) =>
      [link, String(clicks), state, shorten(toPlainText(title)), target].map(toPlainText),
    ),
  ];
  const widths = lines[0]!.map((_, column) =>
    lines.reduce((widest, cells) => Math.max(widest, Bun.stringWidth(cells[column]!)), 0),
  );
  const text = lines.map((cells) => {
    const padded = cells.map((cell, column) => pad(cell, widths[column]!, column));
    return padded.join(GAP).trimEnd();
  });
  return `${text.join('\n')}\n`;
}

/** Numbers are right-aligned. */
function pad(cell: string, width: number, column: number): string {
  if (column === 4) return cell;
  const blanks = ' '.repeat(width - Bun.stringWidth(cell));
  return column === 1 ? `${blanks}${cell}` : `${cell}${blanks}`;
}

function shorten(title: string): string {
  if (Bun.stringWidth(title) <= TITLE_WIDTH) return title;
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(title)) {
    if (Bun.stringWidth(short + segment) >= TITLE_WIDTH) break;
    short += segment;
  }
  return `${short}…`;
}
