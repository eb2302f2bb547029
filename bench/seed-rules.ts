import type { Rule } from '../contracts/links/routing.ts';
import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { formatRouting, plainRouting, type Routing } from '../server/links/routing.ts';

/** Every tenth link has rules; the kinds of rules take turns. */
export const RULES_EVERY = 10;

const target = 'https://example.com/rule';
const others: readonly Rule[] = [
  { when: { device: ['mobile'], system: ['iOS'] }, target },
  { when: { language: ['zh'] }, target },
];
const shares = [
  { target, weight: 2 },
  { target: `${target}/other`, weight: 1 },
];
const hours = { from: '00:00', until: '00:00', time_zone: 'Europe/Berlin' };

/** The last rule fits the visits of the load. */
export const ruleKinds: Readonly<Record<string, Partial<Routing>>> = {
  rules: { rules: [...others, { when: { device: ['desktop'] }, target }] },
  split: { rules: [...others, { when: { device: ['desktop'] }, split: shares }] },
  hours: { rules: [...others, { when: { hours }, target }] },
  query: { forward_query: 1 },
  limit: { max_clicks: 1_000_000_000 },
};
const names = Object.keys(ruleKinds);

export async function addRules(dataDir: string): Promise<void> {
  const engine = await openSqlite(dataDir);
  const rows = await engine.db.selectFrom('link').select(['id', 'short_url']).execute();
  await engine.db.transaction().execute(async (tx) => {
    for (const { id, short_url: code } of rows) {
      const number = Number(code.slice(1));
      if (number % RULES_EVERY !== 0) continue;
      const kind = ruleKinds[names[(number / RULES_EVERY) % names.length]!]!;
      const routing = formatRouting({ ...plainRouting, ...kind });
      await tx.updateTable('link').set({ routing }).where('id', '=', id).execute();
    }
  });
  await engine.close();
}
