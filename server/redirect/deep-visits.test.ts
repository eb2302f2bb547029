import { describe, expect, test } from 'bun:test';
import type { LinkTarget } from '../engine/engine.ts';
import { findTarget } from './redirect.ts';
import type { VisitorRules } from './answer-visit.ts';
import { RequestFacts, type LinkVisit } from './request-facts.ts';
import type { CachedTarget } from './target-cache.ts';
import { Targets } from './targets.ts';
import { parseVisitedCodes } from './visited-code.ts';
import { joinCode } from '../../contracts/links/domain-code.ts';

const forwards = JSON.stringify({ forward_path: 1 });
const stored: readonly (readonly [code: string, routing: string])[] = [
  ['folder', forwards],
  ['/folder/exact', ''],
  ['/folder/deep', forwards],
  ['plain', ''],
  ['/alone/deep', forwards],
];

/** A source whose database can go away. */
function open(isShared: boolean) {
  const asked: string[] = [];
  const database = { isAway: false };
  const find = (code: string): LinkTarget | null => {
    asked.push(code);
    const id = stored.findIndex(([other]) => other === code);
    if (id === -1) return null;
    const [short_url, routing] = stored[id]!;
    const long_url = 'https://example.com/';
    return { id, short_url, long_url, expires_at: 0, is_active: 1, routing };
  };
  const answer = <Found>(found: () => Found): Found | Promise<Found> => {
    if (!isShared) return found();
    return database.isAway ? Promise.reject(new Error('away')) : Promise.resolve(found());
  };
  const source = {
    changes: { subscribe: () => undefined },
    findTarget: (code: string) => answer(() => find(code)),
    findTargetsByFoldedCode: () => answer((): LinkTarget[] => []),
  };
  const limit = { wait: 0 };
  const options = {
    targets: new Targets(source, {}),
    unknownCodes: { secondsToWait: () => limit.wait, count: () => undefined },
  };
  return {
    asked,
    database,
    limit,
    /** The link, and what is forwarded. */
    visit: async (path: string): Promise<string | null | undefined> => {
      const [first, ...shorter] = parseVisitedCodes(`http://h${path}`).map((visited) => ({
        typed: joinCode('', visited.code),
        path: visited.path,
      }));
      const request = new Request('http://h/');
      const visit: LinkVisit = {
        ...first!,
        request,
        domain: null,
        shorter,
        address: () => '',
        country: () => null,
      };
      const found = await findTarget(options, visit);
      if (found === undefined) return undefined;
      return found.link && `${found.link.short_url} ${found.visit.path}`;
    },
  };
}

describe.each([false, true])('from a database beside others: %p,', (isShared) => {
  test.each([
    ['/folder/exact', '/folder/exact '],
    ['/Folder/EXACT', '/folder/exact '],
    ['/folder/other', 'folder other'],
    ['/folder/exact/more', 'folder exact/more'],
    ['/folder/deep/more/2', '/folder/deep more/2'],
    ['/folder/deep', '/folder/deep '],
    ['/plain', 'plain '],
    ['/folder/exact.', 'folder exact.'],
  ])('a visit of %s leads to the link and path %j', async (path, link) => {
    const { visit } = open(isShared);
    // The second visit may find links in memory.
    expect([await visit(path), await visit(path)]).toEqual([link, link]);
  });

  test('a plain code asks for no other code', async () => {
    const { visit, asked } = open(isShared);
    await visit('/plain');
    await visit('/plain?a=/b');
    expect(asked).toEqual(['plain']);
  });

  test('a path asks for few codes, and a client that must wait for none', async () => {
    const { visit, asked, limit } = open(isShared);
    expect(await visit(`/folder${'/a'.repeat(100)}`)).toBe(`folder ${'a/'.repeat(99)}a`);
    expect(asked).toHaveLength(9);
    limit.wait = 1;
    expect(await visit('/folder/b')).toBe('folder b');
    expect(await visit('/none/b')).toBeUndefined();
    expect(asked).toHaveLength(9);
  });
});

test('a link in memory forwards paths while the database is away', async () => {
  const { visit, database } = open(true);
  expect(await visit('/folder/a')).toBe('folder a');
  database.isAway = true;
  expect(await visit('/folder/b')).toBe('folder b');
  expect(await visit('/none/b').catch(String)).toBe('Error: away');
});

test('a spelling in the cache changes no visit of a path below it', async () => {
  const { visit } = open(false);
  expect(await visit('/alone/deep./more')).toBeNull();
  expect(await visit('/alone/deep.')).toBe('/alone/deep ');
  expect(await visit('/alone/deep./more')).toBeNull();
});

test('a right password opens its own link alone', () => {
  const visit = {
    typed: 'a',
    path: '',
    shorter: [],
    request: new Request('http://h/'),
    domain: null,
    address: () => '',
    country: () => null,
    unlocked: 7,
  };
  const opens = (id: number): boolean => {
    const link = { id } as unknown as CachedTarget;
    return new RequestFacts(visit, link, {} as VisitorRules).isUnlocked;
  };
  expect([7, 8].map(opens)).toEqual([true, false]);
});
