import { z } from 'zod';
import { formatShortLink } from '../../../contracts/links/domain-code.ts';
import { deleteLinks, getLink } from '../../../contracts/links/links.ts';
import { IDS_MAX } from '../../../contracts/links/links.constants.ts';
import { confirm, countLinks, printMessage, toPlainText, type ExitCode } from '../terminal.ts';
import { printJson, shownLink, type ShownLink } from './answers.ts';
import { parseOptions, readTimeout, removeOptions, UsageError } from './link-options.ts';
import { parseAddress, type RemoteSite } from './remote-site.ts';
import { SiteClient } from './site-client.ts';

/** Deletes all of the links or none. */
export async function removeLinks(
  args: readonly string[],
  open: () => RemoteSite,
): Promise<ExitCode> {
  const { values, positionals } = parseOptions(args, removeOptions);
  if (positionals.length === 0) throw new UsageError('"link rm" needs at least one CODE');
  if (positionals.length > IDS_MAX) throw new UsageError(`at most ${IDS_MAX} links at once`);
  const asks = values.yes !== true;
  if (asks && !process.stdin.isTTY) {
    throw new UsageError('"link rm" needs --yes where it cannot ask');
  }
  const timeout = readTimeout(values);
  const site = open();
  const client = new SiteClient(site, timeout);
  const links = await findLinks(client, site, positionals);
  if (asks && !(await confirmRemoval(site, links))) {
    printMessage('nothing is deleted');
    return 1;
  }
  const deleted = await client.call(deleteLinks, { ids: links.map(({ id }) => id) }, z.int());
  if (values.json === true) return printJson(deleted);
  printMessage(`${countLinks(deleted)} deleted; they can be restored for 30 days`);
  return 0;
}

/** Throws when one of them is missing. */
async function findLinks(
  client: SiteClient,
  site: RemoteSite,
  texts: readonly string[],
): Promise<ShownLink[]> {
  const links = new Map<number, ShownLink>();
  for (const text of texts) {
    const address = parseAddress(site, text);
    if (address === null) throw new UsageError(`"${text}" is no code and no short link`);
    try {
      const link = await client.call(getLink, { ...address }, shownLink);
      links.set(link.id, link);
    } catch (error) {
      throw new Error(`${text}: ${(error as Error).message}; nothing is deleted`, { cause: error });
    }
  }
  return [...links.values()];
}

function confirmRemoval(site: RemoteSite, links: readonly ShownLink[]): Promise<boolean> {
  for (const link of links) {
    const { long_url: target, clicks, pending_clicks: pending } = link;
    const shown = `${formatShortLink(link, site.base)} -> ${target} (clicks: ${clicks + pending})`;
    printMessage(toPlainText(shown));
  }
  return confirm(`Delete ${countLinks(links.length)}? [y/N] `);
}
