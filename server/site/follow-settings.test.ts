import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import { Domains } from '../domains/domains.ts';
import { DOMAINS_OPTION } from '../domains/domains.store.ts';
import { ChangeFeed, type ChangeKind } from '../engine/change-feed.ts';
import type { Engine } from '../engine/engine.ts';
import { selectOption, upsertOption, type Json } from '../engine/options.store.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { followSetting } from './followed-setting.ts';
import { Site } from './site.ts';
import { owner } from '../../tests/support/owner.ts';

/** Longer than a change takes. */
const WAIT_MS = 500;

/** Holds one answer of the database, as a slow connection of the pool does. */
class LateAnswer implements KyselyPlugin {
  readonly read = Promise.withResolvers<void>();
  readonly released = Promise.withResolvers<void>();
  isNext = false;

  transformQuery({ node }: PluginTransformQueryArgs) {
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    if (!this.isNext) return result;
    this.isNext = false;
    this.read.resolve();
    await this.released.promise;
    return result;
  }
}

interface Follower {
  /** What the process has in memory. */
  readonly current: () => unknown;
  readonly pull: () => Promise<void>;
  readonly change: () => Promise<unknown>;
}

interface Case {
  readonly key: string;
  readonly former: Json;
  readonly open: (engine: Engine, other: Engine) => Promise<Follower>;
}

const info = { keywords: '', description: '', header: '', footer: '', author: '' };
const cases: readonly [string, Case][] = [
  [
    'setting',
    {
      key: 'site_info',
      former: { ...info, title: 'Former' },
      async open(engine) {
        const site = await Site.open(engine);
        return {
          current: () => site.settings.site_info.title,
          pull: () => engine.changes.pull(),
          change: () => site.setOption(owner, 'site_info', { ...info, title: 'New' }),
        };
      },
    },
  ],
  [
    'list of domains',
    {
      key: DOMAINS_OPTION,
      former: [],
      async open(engine) {
        const domains = await Domains.open(engine, null);
        return {
          current: () => domains.index.all[0]?.host ?? 'Former',
          pull: () => engine.changes.pull(),
          change: () => domains.add(owner, 'new.example', null),
        };
      },
    },
  ],
  [
    'setting of a worker',
    {
      key: 'blocked_user_agents',
      former: ['former'],
      async open(engine, other) {
        // As a worker has it, which reads changes only by `pull`.
        const feed = await ChangeFeed.open(other.db, other.sql);
        const reader = {
          readOption: (key: string) => selectOption(engine.db, key),
          subscribe: (kind: ChangeKind, listener: (key: string) => unknown) =>
            feed.subscribe(kind, listener),
        };
        const read = await followSetting(reader, 'blocked_user_agents');
        return {
          current: () => read()[0],
          pull: () => feed.pull(),
          async change() {
            await write(other, 'blocked_user_agents', ['new']);
            await feed.pull();
          },
        };
      },
    },
  ],
];

function write(engine: Engine, key: string, value: Json): Promise<void> {
  return engine.write(async (tx, changed) => {
    await upsertOption(tx, key, value, 0);
    changed('option', key);
  });
}

test.each(cases)('a late answer does not replace a newer %s', async (_, { key, former, open }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-late-'));
  const engine = await openTestEngine(dataDir);
  const other = await openTestEngine(dataDir);
  const answer = new LateAnswer();
  const { current, pull, change } = await open(
    { ...engine, db: engine.db.withPlugin(answer) },
    other,
  );
  // Before the write: PostgreSQL notifies the server, which reads at once.
  answer.isNext = true;
  await write(other, key, former);
  const pulled = pull();
  await answer.read.promise;
  const changed = change();
  // The change ends before the late answer, or waits for it.
  await Promise.race([changed, Bun.sleep(WAIT_MS)]);
  answer.released.resolve();
  await Promise.all([pulled, changed]);
  // Lets reloads end that nothing above waits for.
  await yieldToRequests();
  expect(String(current()).toLowerCase()).toStartWith('new');
  await other.close();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
