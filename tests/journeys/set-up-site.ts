import { login } from '../../contracts/account.ts';
import { listLinks, type Link } from '../../contracts/links/links.ts';
import { drainJournal } from '../../server/clicks/drain.ts';
import { openJournalDirectory } from '../../server/clicks/journal/segments.ts';
import { openTestEngine } from '../support/test-engine.ts';
import { admin, TestSite, type TestSiteOptions } from './test-site.ts';

/** A site with an administrator who is logged in with `token`. */
export type SetUpSite = TestSite & { readonly token: string };

export async function openSetUpSite(options?: TestSiteOptions): Promise<SetUpSite> {
  const site = await TestSite.open({ ...options, isSetUp: true });
  return Object.assign(site, { token: await signIn(site) });
}

/** Logs the administrator in and returns the token. */
export async function signIn(site: TestSite): Promise<string> {
  const { data } = await site.call(login, admin);
  return (data as { token: string }).token;
}

/** Counts the site's journal, like `brisk flush` beside a running server. */
export async function drain({ dataDir }: Pick<TestSite, 'dataDir'>): Promise<void> {
  const engine = await openTestEngine(dataDir);
  await drainJournal({
    engine,
    directory: openJournalDirectory(dataDir),
    onError: (error) => {
      throw error;
    },
  });
  await engine.close();
}

/** Every link of a site with at most 200. */
export async function listAll(site: TestSite, token: string): Promise<Link[]> {
  const { data } = await site.call(listLinks, { limit: 200 }, token);
  return (data as { urls: Link[] }).urls;
}
