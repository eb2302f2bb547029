import { afterAll, beforeAll, expect, test } from 'bun:test';
import { fc } from '../../support/random.ts';
import { updateLink, type Link } from '../../../contracts/links/links.ts';
import { tryLink } from '../../../contracts/links/simulator.ts';
import { anyFields, anyVisit } from '../../support/any-routing.ts';
import { isPostgres } from '../../support/test-engine.ts';
import { agents } from '../../support/visit-table/visit-table.ts';
import { create, get } from '../link-steps.ts';
import { sendRaw } from '../raw-http.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { chooseForRun } from '../../support/test-run.ts';

const LONG = 'https://long.example/';
const SLOW = 'Purpose: ';
/** Wrong types, and texts that break URLs, JSON, headers, HTML or databases. */
const hostile: readonly unknown[] = [
  null,
  '',
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  [[]],
  { when: {} },
  '\u0000',
  '\ud800',
  'javascript:alert(1)',
  'https://user:word@evil.example/',
  'https://a.example/\r\nX: 1',
  '//evil.example',
  '"><script>1</script>',
  "'; drop table link; --",
  '{"__proto__":1}',
  'x'.repeat(10_000),
  Array.from({ length: 40 }, () => ({ when: {}, target: LONG })),
  { constructor: 1, toString: 'x' },
  '٣',
  '09:00',
  'Not/AZone',
];

/** Each place in a value, as a list of keys. */
function listPlaces(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  const entries: [string | number, unknown][] = Object.entries(value);
  return [
    [],
    ...entries.flatMap(([key, part]) => listPlaces(part).map((rest) => [key].concat(rest))),
  ];
}

function replaceAt(value: unknown, place: readonly (string | number)[], by: unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return by;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  const parts = copy as Record<string | number, unknown>;
  parts[key] = replaceAt(parts[key], rest, by);
  return copy;
}

/** Fields of which one place holds a hostile value. */
const hostileFields = fc
  .tuple(anyFields, fc.nat(), fc.constantFrom(...hostile))
  .map(([fields, index, by]) => {
    const places = listPlaces(fields).filter((place) => place.length > 0);
    if (places.length === 0) return fields;
    return replaceAt(fields, places[index % places.length]!, by) as object;
  });

let site: SetUpSite;
let link: Link;

beforeAll(async () => {
  site = await openSetUpSite();
  await create(site, { long_url: LONG, short_url: 'any' });
  link = await get(site, 'any');
});
afterAll(() => site[Symbol.asyncDispose]());

async function visit(query: string, agent: string, ...headers: readonly string[]) {
  const lines = [`GET /any${query} HTTP/1.1`, 'Host: x', `User-Agent: ${agent}`, ...headers];
  const { status, head } = await sendRaw(
    site.url,
    [...lines, 'Connection: close', '', ''].join('\r\n'),
  );
  return { status, location: /^location: (.*)\r?$/im.exec(head)?.[1]?.trim() ?? '' };
}

/** Every field as a link without settings has it. */
const plain = {
  starts_at: 0,
  max_clicks: 0,
  fallback_url: '',
  redirect_status: 302,
  forward_query: 0,
  forward_path: 0,
  rules: [],
  in_app: 'follow',
  social: { title: '', description: '', image: '' },
};

test('hostile settings are refused with their field, or stored so that visits work', async () => {
  let stored = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      hostileFields,
      fc.constantFrom(...Object.values(agents)),
      async (fields, agent) => {
        const { code, data } = await site.call(
          updateLink,
          { id: link.id, ...plain, ...fields },
          site.token,
        );
        if (code === 400) {
          refused += 1;
          expect((data as { issues: unknown[] }).issues.length).toBeGreaterThan(0);
          return;
        }
        expect([code, fields]).toEqual([200, fields]);
        stored += 1;
        const shown = await get(site, 'any');
        // What a reply shows can be sent back, and changes nothing.
        const { id, rules, social, starts_at, max_clicks, fallback_url } = shown;
        const same = { id, rules, social, starts_at, max_clicks, fallback_url };
        expect((await site.call(updateLink, same, site.token)).data).toMatchObject({
          rules,
          social,
        });
        const first = await visit('?a=b', agent);
        const slow = await visit('?a=b', agent, SLOW);
        expect([200, 301, 302, 307, 308, 404, 410]).toContain(first.status);
        // The first visit may use the link up.
        if (shown.max_clicks === 0 || shown.max_clicks > 1e6) expect(slow).toEqual(first);
      },
    ),
    { numRuns: chooseForRun(30, isPostgres ? 100 : 400) },
  );
  // In a short run, chance may store or refuse none.
  const least = chooseForRun(0, isPostgres ? 2 : 10);
  expect(stored).toBeGreaterThanOrEqual(least);
  expect(refused).toBeGreaterThanOrEqual(least);
}, 300_000);

test('any settings are stored as they are, and the simulator leads like the redirect', async () => {
  const visits = anyVisit(Object.values(agents).filter((agent) => agent !== ''));
  await fc.assert(
    fc.asyncProperty(anyFields, visits, async (fields, { userAgent, languages }) => {
      const edit = { id: link.id, ...plain, ...fields, max_clicks: 0 };
      const edited = await site.call(updateLink, edit, site.token);
      expect(edited.code).toBe(200);
      expect(edited.data).toMatchObject({ rules: fields.rules ?? [] });
      // Only what a header can carry.
      const agent = userAgent.replaceAll(/[^ -~]/g, '').trim();
      const language = languages.replaceAll(/[^ -~]/g, '').trim();
      if (agent === '') return;
      const asked = { id: link.id, user_agent: agent, language, query: 'a=b' };
      const told = (await site.call(tryLink, asked, site.token)).data as {
        status: number;
        target: string;
        why: string;
      };
      const led = await visit('?a=b', agent, `Accept-Language: ${language}`);
      expect(led.status).toBe(told.status);
      if (told.why !== 'split') expect(led.location).toBe(told.target);
    }),
    { numRuns: chooseForRun(15, isPostgres ? 60 : 200) },
  );
}, 300_000);
