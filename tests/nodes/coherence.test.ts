import { expect, test } from 'bun:test';
import { createLink, deleteLink, restoreLinks, updateLink } from '../../contracts/links/links.ts';
import { setOption } from '../../contracts/site.ts';
import type { PostgresAt } from '../postgres/postgres-at.ts';
import { sharedPostgres } from '../postgres/postgres-server.ts';
import type { SiteCaller } from '../torture/site-caller.ts';
import { databaseOf, startNodes, type Node } from './node.ts';
import { chooseForRun } from '../support/test-run.ts';
import { withSlack } from '../support/promised-time.ts';

const SHOWN_MS = 2000;
const EDITS = 2;
/** With two processes on the port, all connections reach the same one once in 2^23. */
const LOOKS = 24;
const AGENT = 'visitor of this test';
const CODE = 'poster';

/** The targets that the processes of a node redirect to; several when they differ. */
async function readTargets({ server }: Node): Promise<string> {
  const seen = await Promise.all(
    Array.from({ length: LOOKS }, async () => {
      const headers = { 'user-agent': AGENT, connection: 'close' };
      const answer = await fetch(new URL(CODE, server.url), { redirect: 'manual', headers });
      return answer.headers.get('location') ?? String(answer.status);
    }),
  );
  return [...new Set(seen)].join(', ');
}

/** A site of two nodes: an administrator changes one, visitors use the other. */
class ChangedSite {
  readonly #visited: Node;
  readonly #administrator: SiteCaller;
  #id = 0;
  #edits = 0;
  #longUrl = 'https://example.com/';

  constructor(visited: Node, administrator: SiteCaller) {
    this.#visited = visited;
    this.#administrator = administrator;
  }

  async create(): Promise<void> {
    const fields = { short_url: CODE, long_url: this.#longUrl, title: 'coherence' };
    const { data } = await this.#administrator.call(createLink, fields);
    this.#id = (data as { id: number }).id;
    expect(await readTargets(this.#visited)).toBe(fields.long_url);
  }

  async edit(): Promise<void> {
    this.#edits += 1;
    this.#longUrl = `https://example.com/${this.#edits}`;
    await this.#change(updateLink, { id: this.#id, long_url: this.#longUrl }, this.#longUrl);
  }

  async switchOffAndOn(): Promise<void> {
    await this.#change(updateLink, { id: this.#id, is_active: 0 }, '410');
    await this.#change(updateLink, { id: this.#id, is_active: 1 }, this.#longUrl);
  }

  async deleteAndRestore(): Promise<void> {
    await this.#change(deleteLink, { short_url: CODE }, '404');
    await this.#change(restoreLinks, { ids: [this.#id] }, this.#longUrl);
  }

  async block(): Promise<void> {
    const key = 'blocked_user_agents';
    await this.#change(setOption, { key, value: JSON.stringify([AGENT]) }, '403');
    await this.#change(setOption, { key, value: '[]' }, this.#longUrl);
  }

  async #change(
    route: Parameters<SiteCaller['call']>[0],
    fields: object,
    shown: string,
  ): Promise<void> {
    const { code } = await this.#administrator.call(route, fields);
    const since = performance.now();
    expect(code).toBe(200);
    let seen = '';
    let elapsed = 0;
    while (seen !== shown && elapsed < withSlack(SHOWN_MS)) {
      // A look may see the state of its beginning, so its time counts from there.
      elapsed = performance.now() - since;
      seen = await readTargets(this.#visited);
    }
    expect(seen).toBe(shown);
  }
}

interface Variant {
  readonly name: string;
  readonly beforeChanges?: (postgres: PostgresAt, database: string) => Promise<unknown>;
  readonly beforeEdit?: (postgres: PostgresAt, database: string) => Promise<unknown>;
}

const variants: readonly Variant[] = [
  { name: 'with notifications' },
  {
    name: 'without notifications',
    beforeChanges: (postgres, database) =>
      postgres.query(
        database,
        `create or replace function tell_change() returns trigger language plpgsql as
        $$ begin return null; end $$`,
      ),
  },
  {
    name: 'with listeners that are cut off before each change',
    beforeEdit: (postgres, database) =>
      postgres.query(
        database,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1
          and pid <> pg_backend_pid() and query in ('listen brisk_change', 'select 1')`,
        [database],
      ),
  },
];

const cases = [1, 2].flatMap((workers) =>
  variants.map((variant) => Object.assign({ workers }, variant)),
);
/** In a short run: one process without notifications, and two with them. */
const chosen = chooseForRun([cases[1]!, cases[3]!], cases);

test.each(chosen)(
  'a change on one node shows on another within 2 s, $name, processes: $workers',
  async ({ workers, beforeChanges, beforeEdit }) => {
    const postgres = await sharedPostgres();
    const url = await postgres.createDatabase();
    const database = databaseOf(url);
    await using site = await startNodes(2, url, { WORKERS: String(workers) });
    const [changed, visited] = site.nodes;
    await beforeChanges?.(postgres, database);
    const administrator = changed!.caller(await changed!.caller().signIn());
    const changes = new ChangedSite(visited!, administrator);
    await changes.create();
    for (let edit = 0; edit < EDITS; edit += 1) {
      await beforeEdit?.(postgres, database);
      await changes.edit();
    }
    await changes.switchOffAndOn();
    await changes.deleteAndRestore();
    await changes.block();
  },
  300_000,
);
