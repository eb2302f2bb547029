import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { createLink, updateLink, type Link } from '../../../contracts/links/links.ts';
import { tryLink } from '../../../contracts/links/simulator.ts';
import { joinCode } from '../../../contracts/links/domain-code.ts';
import { conditionCases } from '../../support/visit-table/conditions.ts';
import { deepCases } from '../../support/visit-table/deep-codes.ts';
import { stateCases } from '../../support/visit-table/states.ts';
import { agents, type TableLink, type VisitCase } from '../../support/visit-table/visit-table.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { sendRaw } from '../raw-http.ts';
import { TestProcess } from '../test-process.ts';
import { createDataDir } from '../test-site.ts';
import { chooseForRun } from '../../support/test-run.ts';

const cases = [...conditionCases, ...stateCases, ...deepCases];
const env = { TRUSTED_PROXIES: '127.0.0.0/8', COUNTRY_HEADER: 'X-Country', LOG_LEVEL: 'fatal' };
/** The fast path leaves a visit with this header to the HTTP server. */
const SLOW = 'Purpose: ';

const dataDir = createDataDir();
/** The links of the table, by the JSON of their fields. */
const links = new Map<string, Link>();
let token: string;

function linkOf({ link }: VisitCase): Link {
  return links.get(JSON.stringify(link))!;
}

async function createLinks(url: string): Promise<void> {
  token = await new SiteCaller(url).signIn();
  const site = new SiteCaller(url, token);
  const clicks = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const key of new Set(cases.map(({ link }) => JSON.stringify(link)))) {
    const link = JSON.parse(key) as TableLink;
    const code = `row-${links.size}`;
    // No call takes an end that has passed for a new link, or that is before the start.
    const { expires_at: end = 0, rules, ...fields } = link.fields;
    const created = await site.call(createLink, { ...fields, short_url: code });
    expect([key, created.code]).toEqual([key, 200]);
    const { id } = created.data as Link;
    const edited = await site.call(updateLink, { id, rules });
    expect([key, edited.code]).toEqual([key, 200]);
    ends.set(id, end as number);
    links.set(key, created.data as Link);
    clicks.set(id, link.clicks);
  }
  const engine = await openTestEngine(dataDir);
  const deepLinks = [...links].flatMap(([key, { short_url: code }]) => {
    const { deeper = {} } = JSON.parse(key) as TableLink;
    return Object.entries(deeper).map(([path, link]) =>
      Object.assign({ short_url: joinCode('', `${code}/${path}`) }, link),
    );
  });
  await seedLinks(engine, deepLinks);
  for (const [id, count] of clicks) {
    const counts = engine.db.updateTable('click_count').set({ clicks: count });
    await counts.where('link_id', '=', id).execute();
  }
  for (const [id, end] of ends) {
    await engine.db.updateTable('link').set({ expires_at: end }).where('id', '=', id).execute();
  }
  await engine.close();
}

/** Sends a visit of the table; returns the status and the target of the answer. */
async function send(url: string, one: VisitCase, ...more: readonly string[]) {
  const { agent = 'none', language, country, destination, query, path, password } = one.visit;
  const below = path === undefined ? '' : `/${path}`;
  const target = `/${linkOf(one).short_url}${below}${query === undefined ? '' : `?${query}`}`;
  const body = password === undefined ? '' : new URLSearchParams({ password }).toString();
  const lines = [`${body === '' ? 'GET' : 'POST'} ${target} HTTP/1.1`, 'Host: go.example'];
  if (agents[agent] !== '') lines.push(`User-Agent: ${agents[agent]}`);
  if (language !== undefined) lines.push(`Accept-Language: ${language}`);
  if (country !== undefined) lines.push(`X-Country: ${country}`);
  if (destination !== undefined) lines.push(`Sec-Fetch-Dest: ${destination}`);
  if (body !== '') {
    lines.push('Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`);
  }
  lines.push(...more, 'Connection: close', '', body);
  const { status, head } = await sendRaw(url, lines.join('\r\n'));
  const [, location = null] = /^location: (.*)\r?$/im.exec(head) ?? [];
  return { status, target: location?.trim() ?? '' };
}

function expectLeads({ leads }: VisitCase, answer: { status: number; target: string }): void {
  const { targets } = leads;
  expect(answer.status).toBe(leads.status);
  expect(targets.length === 0 ? [''] : targets).toContain(answer.target);
}

describe.each(chooseForRun([2], [1, 2]))(
  'with WORKERS=%d, fast path and HTTP server agree',
  (workers) => {
    let server: TestProcess;

    beforeAll(async () => {
      server = await TestProcess.start(dataDir, { ...env, WORKERS: String(workers) });
      if (links.size === 0) await createLinks(server.url);
    }, 300_000);
    afterAll(async () => void (await server.end('SIGTERM')));

    test.each(cases.map((one) => [one.title, one] as const))('%s', async (_, one) => {
      const fast = await send(server.url, one);
      expectLeads(one, fast);
      // The same visitor gets the same share.
      expect(await send(server.url, one, SLOW)).toEqual(fast);
    });
  },
);

describe('the simulator agrees', () => {
  let server: TestProcess;
  let site: SiteCaller;

  beforeAll(async () => {
    server = await TestProcess.start(dataDir, env);
    site = new SiteCaller(server.url, token);
  }, 300_000);
  afterAll(async () => {
    await server.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });

  const simulated = cases.filter(
    ({ visit }) => visit.path === undefined && visit.destination === undefined,
  );
  test.each(simulated.map((one) => [one.title, one] as const))('%s', async (_, one) => {
    const { agent = 'none', language, country, query, password } = one.visit;
    const { data } = await site.call(tryLink, {
      id: linkOf(one).id,
      user_agent: agents[agent],
      ...(language === undefined ? {} : { language }),
      ...(country === undefined ? {} : { country }),
      ...(query === undefined ? {} : { query }),
      has_password: password === undefined ? 0 : 1,
    });
    const found = data as { status: number; target: string; rule: number | null; why: string };
    expectLeads(one, found);
    expect(found).toMatchObject({ rule: one.leads.rule, why: one.leads.why });
  });
});
