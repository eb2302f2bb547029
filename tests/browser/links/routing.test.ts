import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { changeLink } from '../link/link-page-steps.ts';
import { addLinks, row, waitForCodes } from './links-steps.ts';
import { button } from '../steps.ts';
import { behaviorLooks, launchBrowser } from '../test-browser.ts';

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const words = {
  en: {
    rule: '1 rule leads elsewhere',
    password: 'Has a password',
    limit: 'At most 1,000 clicks',
    starts: /^Starts in \d+ years/,
    usedUp: 'Limit reached',
  },
  zh: {
    rule: '1 条跳转规则',
    password: '需要密码',
    limit: '最多访问 1,000 次',
    starts: /^\d+ 年后生效/,
    usedUp: '已达访问上限',
  },
};

for (const look of behaviorLooks) {
  test(`rows have marks of what a link does more: ${look.language}, ${look.viewport.width}`, async () => {
    const text = words[look.language];
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }, { short_url: 'later' }, { short_url: 'plain' }]);
    const rules = [{ when: { device: ['mobile'] }, target: 'https://example.com/phones' }];
    await changeLink(site, 'spring', { rules, password: 'secret', max_clicks: 1000 });
    await changeLink(site, 'later', { starts_at: 4_000_000_000 });
    await addLinks(site, [{ short_url: 'over' }]);
    await changeLink(site, 'over', { max_clicks: 1 });
    await site.fetch('/over', { headers: { 'User-Agent': PERSON } });
    const visitor = await openAdmin(browser, site, 'list', look);
    const { page } = visitor;
    await waitForCodes(page, ['over', 'plain', 'later', 'spring']);
    const marks = (code: string) => row(page, code).locator('.links-mark').allInnerTexts();
    expect(await marks('spring')).toEqual([text.rule, text.password, text.limit]);
    expect(await marks('plain')).toEqual([]);
    await row(page, 'later').getByText(text.starts).waitFor();
    await row(page, 'over').getByText(text.usedUp, { exact: true }).waitFor();
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.viewport.width);
    expect(visitor.faults).toEqual([]);
  }, 300_000);
}

testInAll(
  'the filter shows the links that start later',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'later' }, { short_url: 'plain' }]);
    await changeLink(site, 'later', { starts_at: 4_000_000_000 });
    const { page, faults } = await openAdmin(browser, site, 'list');
    await waitForCodes(page, ['plain', 'later']);
    await button(page, 'Filter').click();
    await page.getByLabel('State', { exact: true }).selectOption('Scheduled');
    await waitForCodes(page, ['later']);
    expect(new URL(page.url()).searchParams.get('state')).toBe('scheduled');
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'the history says what changed in words',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'spring' }]);
    const split = [
      { target: 'https://a.example/', weight: 3 },
      { target: 'https://b.example/', weight: 1 },
    ];
    await changeLink(site, 'spring', {
      rules: [{ when: { device: ['mobile', 'tablet'], country: ['DE'] }, split }],
      max_clicks: 1,
      redirect_status: 301,
      forward_query: 1,
      in_app: 'ask',
      social: { title: 'Spring sale', description: '', image: '' },
    });
    const visitor = await openAdmin(browser, site, 'links/spring/history');
    const { page } = visitor;
    await page.locator('.edit').first().waitFor();
    const changes = await page.locator('.edit-change').allInnerTexts();
    const lines = changes.map((change) => change.split(/\s*\n\s*/).filter((line) => line !== ''));
    expect(lines.map((line) => [line[0], line[2], line[4]])).toEqual([
      ['Click limit', 'No limit', '1'],
      ['Redirect status', '302', '301'],
      ['Query forwarding', 'Off', 'On'],
      [
        'Rules',
        'No rules',
        '1. On phones or tablets, in Germany → 75% to a.example/, 25% to b.example/',
      ],
      ['In-app browsers', 'Follow', 'Ask to leave'],
      ['Link preview card', 'empty', 'Title: Spring sale'],
    ]);
    expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
  },
  300_000,
);
