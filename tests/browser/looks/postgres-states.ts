import { openSetUpSite, type SetUpSite } from '../../journeys/set-up-site.ts';
import { PostgresServer } from '../../postgres/postgres-server.ts';
import { goTo, type PageState } from './page-state.ts';

const servers = new WeakMap<object, PostgresServer>();

/** A site on a PostgreSQL of its own. */
export async function openPostgresSite(): Promise<SetUpSite> {
  const postgres = await PostgresServer.start();
  const site = await openSetUpSite({ env: { DATABASE_URL: await postgres.createDatabase() } });
  servers.set(site, postgres);
  const close = site[Symbol.asyncDispose].bind(site);
  return Object.assign(site, {
    [Symbol.asyncDispose]: async () => {
      await close();
      await postgres.stop();
    },
  });
}

export const postgresStates: readonly PageState[] = [
  {
    name: 'the settings of a site in PostgreSQL, with its way of backup',
    shows: ['web/site/settings/settings.page.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/setting', '[data-path=title]');
      await at.page.getByText(/^PostgreSQL \d+\.\d+$/).waitFor();
    },
  },
  {
    name: 'the page for visitors: unavailable',
    shows: ['visitor-page unavailable'],
    isGuest: true,
    logs: /status of 503/,
    open: async (at) => {
      const postgres = servers.get(at.site)!;
      postgres.freeze();
      try {
        await goTo(at, '/somewhere', 'main h1');
      } finally {
        postgres.thaw();
      }
    },
  },
];
