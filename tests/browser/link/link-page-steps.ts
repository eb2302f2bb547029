import { updateLink, type Link } from '../../../contracts/links/links.ts';
import { listAll } from '../../journeys/set-up-site.ts';
import type { SetUpSite } from '../admin-page.ts';

export async function findLink(site: SetUpSite, code: string): Promise<Link> {
  const links = await listAll(site, site.token);
  const link = links.find(({ short_url }) => short_url === code);
  if (link === undefined) throw new Error(`There is no link ${code}`);
  return link;
}

/** Changes a link from elsewhere, like another window or program. */
export async function changeLink(
  site: SetUpSite,
  code: string,
  change: object,
  token = site.token,
): Promise<void> {
  const { id } = await findLink(site, code);
  const answer = await site.call(updateLink, { id, ...change }, token);
  if (answer.code !== 200) throw new Error(answer.msg);
}
