import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { urlCorpus } from '../../journeys/links/url-corpus.ts';
import { hostCorpus, loopbackCorpus } from '../../journeys/links/url-hosts.ts';
import { listAll, openSetUpSite } from '../../journeys/set-up-site.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { adminWords } from '../admin-words.ts';
import { openHome, waitForFocus } from './links-steps.ts';
import { linksWords } from './links-words.ts';
import { button, field, writeClipboard } from '../steps.ts';
import { behaviorLanguages, launchBrowser } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const several = {
  en: 'Enter one URL only, on a single line',
  zh: '请只输入一个网址，并写在一行内',
} as const;
const twoLines = 'https://example.com/1\nhttps://example.com/2';

async function paste(page: Page, text: string): Promise<void> {
  await writeClipboard(page, text);
  await page.keyboard.press('Control+V');
}

for (const language of behaviorLanguages) {
  const text = { ...adminWords[language], ...linksWords[language] };

  test(`home strips what surrounds a pasted URL, and refuses several URLs: ${language}`, async () => {
    await using site = await openSetUpSite();
    const { page, faults } = await openHome(browser, site, { language });
    const url = field(page, text.longUrl);
    const refusal = page.getByRole('main').getByText(several[language]);

    await waitForFocus(url);
    await paste(page, '\u200B\u00A0<https://example.com/1>\uFEFF');
    await page.keyboard.press('Enter');
    await page.locator('.added').getByText('https://example.com/1').waitFor();
    expect((await listAll(site, site.token)).map((link) => link.long_url)).toEqual([
      'https://example.com/1',
    ]);

    // Pasted into the field, with the focus elsewhere, and by the button.
    await url.focus();
    await paste(page, twoLines);
    await refusal.waitFor();
    expect(await url.inputValue()).toBe('');
    await url.pressSequentially('x');
    await refusal.waitFor({ state: 'hidden' });
    await url.fill('');
    await button(page, text.advanced).focus();
    await paste(page, twoLines);
    await refusal.waitFor();
    await waitForFocus(url);
    expect(await url.inputValue()).toBe('');
    await url.fill('x');
    await url.fill('');
    await button(page, text.paste).click();
    await refusal.waitFor();
    expect(await url.inputValue()).toBe('');
    await button(page, text.advanced).focus();
    await paste(page, '「example.com/2」\u200B');
    expect(await url.inputValue()).toBe('https://example.com/2');

    await url.fill('');
    await paste(page, `8 【春日】\n😆 http://xhslink.example/a/b，复制本条信息`);
    expect(await url.inputValue()).toBe('http://xhslink.example/a/b');

    await url.fill('http://a b.com');
    await url.blur();
    await page.getByRole('main').getByText(text.urlInvalid).waitFor();
    await url.fill(twoLines.replace('\n', ' '));
    await url.blur();
    await refusal.waitFor();
    expect(faults).toEqual([]);
  }, 300_000);

  testInAll(
    `the dialog and the palette strip pasted URLs like home: ${language}`,
    async () => {
      await using site = await openSetUpSite();
      const { page, faults } = await openAdmin(browser, site, 'list', { language });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const dialog = page.getByRole('dialog');
      const url = dialog.getByLabel(text.longUrl);

      await page.keyboard.press('n');
      await waitForFocus(url);
      await paste(page, twoLines);
      await dialog.getByText(several[language]).waitFor();
      expect(await url.inputValue()).toBe('');
      await paste(page, 'A page: “https://example.com/1”.');
      expect(await url.inputValue()).toBe('https://example.com/1');
      await page.keyboard.press('Tab');
      await url.fill('http://a b.com');
      await url.blur();
      await dialog.getByText(text.urlInvalid).waitFor();
      await url.fill('');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });

      const alert = page.getByRole('alert').getByText(several[language]);
      await page.keyboard.press('Control+K');
      await paste(page, twoLines);
      await alert.waitFor();
      await paste(page, '\u2068<https://example.com/3>\u2069');
      await page.getByRole('option', { name: 'https://example.com/3' }).waitFor();
      await page.keyboard.press('Enter');
      await url.waitFor();
      expect(await url.inputValue()).toBe('https://example.com/3');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });

      await writeClipboard(page, '\u00AD"example.com/4"\u200E');
      await page.keyboard.press('Control+K');
      await page.keyboard.type(text.fromClipboard);
      await page.keyboard.press('Enter');
      await url.waitFor();
      expect(await url.inputValue()).toBe('https://example.com/4');
      expect(faults).toEqual([]);
    },
    300_000,
  );
}

testInAll(
  'the browser judges a long URL as the server does',
  async () => {
    const corpus = [...urlCorpus, ...hostCorpus, ...loopbackCorpus];
    // Chromium accepts these hosts and the server's parser refuses them; the page cannot know.
    const beyond = /^https:\/\/xn--/;
    const source = await Bun.file('contracts/links/long-url.ts').text();
    const rule = new Bun.Transpiler({ loader: 'ts' })
      .transformSync(source)
      .replaceAll('export ', '');
    const urls = corpus.map(([, , url]) => url).filter((url) => !beyond.test(url));
    const page = await browser.newPage();
    const { parseLongUrl } = await import('../../../contracts/links/long-url.ts');
    const judged = await page.evaluate<boolean[]>(
      `(() => { ${rule}; return ${JSON.stringify(urls)}.map((url) => parseLongUrl(url) !== null); })()`,
    );
    const odd = urls.filter((url, index) => (parseLongUrl(url) !== null) !== judged[index]);
    expect(odd).toEqual([]);
    expect(urls.length).toBeGreaterThan(200);
    await page.close();
  },
  300_000,
);
