import { describe, expect, test } from 'bun:test';
import { changeToken, createToken, getToken, init, login } from '../../../contracts/account.ts';
import { emptyBin } from '../../../contracts/links/bin.ts';
import type { Envelope } from '../../../contracts/envelope.ts';
import {
  createLink,
  deleteLink,
  deleteLinks,
  listLinks,
  type Link,
} from '../../../contracts/links/links.ts';
import { getOption, getSiteInfo, setOption } from '../../../contracts/site.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { isPostgres } from '../../support/test-engine.ts';
import { listAll, openSetUpSite } from '../set-up-site.ts';
import { TestSite } from '../test-site.ts';

type Answer = Envelope<unknown>;

/** How often the link is created and deleted. */
const ROUNDS = chooseForRun(8, isPostgres ? 50 : 200);
/** Calls at once. */
const CALLS = chooseForRun(20, 50);
const LINKS = chooseForRun(50, 200);

function inParallel(count: number, call: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)));
}

/** Expects one winner and `msg` for every other call; returns the winner's index. */
function expectOneWinner(answers: readonly Answer[], msg: string): number {
  const won = answers.flatMap(({ code }, index) => (code === 200 ? [index] : []));
  expect(won).toHaveLength(1);
  const lost = answers.filter(({ code }) => code !== 200);
  expect(lost.map((answer) => answer.msg)).toEqual(lost.map(() => msg));
  return won[0]!;
}

function account(index: number) {
  return {
    username: `admin${index}`,
    email: `admin${index}@example.com`,
    password: `password ${index}`,
  };
}

test('exactly one of 50 set-ups at once wins, and only its password works', async () => {
  await using site = await TestSite.open();
  const answers = await inParallel(50, (index) => site.call(init, account(index)));
  const winner = expectOneWinner(answers, 'no.repeat.init');
  expect((await site.call(login, account(winner))).code).toBe(200);
  expect((await site.call(login, account((winner + 1) % 50))).msg).toBe('username.error');
});

describe('of many links at once', () => {
  test('with one code, one is created, and the code redirects to it', async () => {
    await using site = await openSetUpSite();
    const answers = await inParallel(LINKS, (index) => {
      const fields = { long_url: `https://example.com/${index}`, short_url: 'one', title: 'x' };
      return site.call(createLink, fields, site.token);
    });
    const winner = expectOneWinner(answers, 'short.url.exists');
    const visit = await site.fetch('/one');
    expect(visit.headers.get('location')).toBe(`https://example.com/${winner}`);
    expect(await listAll(site, site.token)).toHaveLength(1);
  });

  test('to different URLs, each has its own code and redirects to its own URL', async () => {
    await using site = await openSetUpSite();
    const answers = await inParallel(LINKS, (index) =>
      site.call(createLink, { long_url: `https://example.com/${index}`, title: 'x' }, site.token),
    );
    const links = answers.map(({ data }) => data as Link);
    expect(new Set(links.map(({ short_url }) => short_url)).size).toBe(LINKS);
    for (const [index, link] of links.entries()) {
      const visit = await site.fetch(`/${link.short_url}`);
      expect(visit.headers.get('location')).toBe(`https://example.com/${index}`);
    }
  });

  test('to one URL, one is created', async () => {
    await using site = await openSetUpSite();
    const answers = await inParallel(LINKS, () =>
      site.call(createLink, { long_url: 'https://example.com/', title: 'x' }, site.token),
    );
    expect(new Set(answers.map(({ data }) => (data as Link).id)).size).toBe(1);
    expect(await listAll(site, site.token)).toHaveLength(1);
  });
});

describe('of many calls at once', () => {
  test('to create the API token, one wins, and the page shows its token', async () => {
    await using site = await openSetUpSite();
    const answers = await inParallel(CALLS, () => site.call(createToken, {}, site.token));
    const winner = expectOneWinner(answers, 'token.already.exists');
    const { token } = answers[winner]!.data as { token: string };
    const shown = await site.call(getToken, {}, site.token);
    expect(shown.data).toEqual(expect.objectContaining({ token }));
    expect((await site.send(listLinks, {}, token)).status).toBe(200);
  });

  test('to change the API token, only the token that is shown works', async () => {
    await using site = await openSetUpSite();
    await site.call(createToken, {}, site.token);
    const answers = await inParallel(CALLS, () => site.call(changeToken, {}, site.token));
    const tokens = answers.map(({ data }) => (data as { token: string }).token);
    expect(new Set(tokens).size).toBe(CALLS);
    const shown = (await site.call(getToken, {}, site.token)).data as { token: string };
    expect(tokens).toContain(shown.token);
    for (const token of tokens) {
      const { status } = await site.send(listLinks, {}, token);
      expect(status).toBe(token === shown.token ? 200 : 401);
    }
  });

  test('to delete one link, one deletes it and the others get 404', async () => {
    await using site = await openSetUpSite();
    const fields = { long_url: 'https://example.com/', short_url: 'gone', title: 'x' };
    await site.call(createLink, fields, site.token);
    const answers = await inParallel(CALLS, () =>
      site.call(deleteLink, { short_url: 'gone' }, site.token),
    );
    expectOneWinner(answers, 'link.not.found');
  });

  test('to delete the same ids, each link is counted by one call', async () => {
    await using site = await openSetUpSite();
    const created = await inParallel(20, (index) =>
      site.call(createLink, { long_url: `https://example.com/${index}`, title: 'x' }, site.token),
    );
    const ids = created.map(({ data }) => (data as Link).id);
    const answers = await inParallel(CALLS, (index) =>
      site.call(deleteLinks, { ids: ids.slice(index % 10) }, site.token),
    );
    const total = answers.reduce((sum, { data }) => sum + (data as number), 0);
    expect(total).toBe(20);
    expect(await listAll(site, site.token)).toEqual([]);
  });

  test('to name the site, visitors see the stored name', async () => {
    await using site = await openSetUpSite();
    await inParallel(CALLS, (index) => {
      const value = JSON.stringify({ title: `Title ${index}` });
      return site.call(setOption, { key: 'site_info', value }, site.token);
    });
    const stored = await site.call(getOption, { key: 'site_info' }, site.token);
    const { title } = stored.data as { title: string };
    expect((await site.call(getSiteInfo)).data).toEqual(expect.objectContaining({ title }));
    expect(await (await site.fetch('/missing')).text()).toContain(title);
  });
});

const spellings = ['/changing', '/CHANGING', '/changing/', '/Changing?a=b', '/%63hanging'];

/**
 * Changes one link in steps while visitors follow it. Step 2n creates it with the target n, step
 * 2n + 1 deletes it; a visit may see a step that was begun before the visit ended and not
 * replaced before the visit began.
 */
class ChangingLink {
  readonly violations: string[] = [];
  readonly #site: TestSite & { readonly token: string };
  #begun = -1;
  #answered = -1;
  #ended = false;
  visits = 0;

  constructor(site: TestSite & { readonly token: string }) {
    this.#site = site;
  }

  async step(change: () => Promise<Answer>): Promise<void> {
    this.#begun += 1;
    expect((await change()).code).toBe(200);
    this.#answered += 1;
  }

  async follow(): Promise<void> {
    while (!this.#ended) await this.visit();
  }

  end(): void {
    this.#ended = true;
  }

  async visit(): Promise<void> {
    const oldest = this.#answered;
    const spelling = spellings[this.visits % spellings.length]!;
    // Each visit has another address, as the server limits unknown codes by address.
    const client = `10.${this.visits >> 16}.${(this.visits >> 8) & 255}.${this.visits & 255}`;
    const response = await this.#site.fetch(spelling, { headers: { 'x-forwarded-for': client } });
    const newest = this.#begun;
    this.visits += 1;
    const location = response.headers.get('location');
    const allowed: (string | null)[] = [];
    for (let step = oldest; step <= newest; step += 1) {
      allowed.push(step % 2 === 0 ? `https://example.com/${step / 2}` : null);
    }
    const fits = allowed.includes(location) && response.status === (location === null ? 404 : 302);
    if (!fits) this.violations.push(`${response.status} ${location}, not one of ${allowed.join()}`);
  }
}

test('no visit that begins after the answer to a change sees the old state', async () => {
  await using site = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const link = new ChangingLink(site);
  const visitors = Array.from({ length: 8 }, () => link.follow());
  for (let round = 0; round < ROUNDS; round += 1) {
    const fields = { long_url: `https://example.com/${round}`, short_url: 'changing', title: 'x' };
    await site.call(emptyBin, { confirm: true }, site.token);
    await link.step(() => site.call(createLink, fields, site.token));
    await link.visit();
    await link.step(() => site.call(deleteLink, { short_url: 'CHANGING' }, site.token));
    await link.visit();
  }
  link.end();
  await Promise.all(visitors);
  expect(link.violations).toEqual([]);
  expect(link.visits).toBeGreaterThan(2 * ROUNDS);
});
