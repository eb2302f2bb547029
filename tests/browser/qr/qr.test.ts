import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { test, testInAll } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { decodeQr, toDataUrl } from './decode-qr.ts';
import { addLinks, row, startSelecting, tabTo, waitForFocus } from '../links/links-steps.ts';
import { linksWords } from '../links/links-words.ts';
import { blackLogo, openDesign, qrWords, saveDownload, saveButtonDownload } from './qr-steps.ts';
import { button, field } from '../steps.ts';
import { desktop, launchBrowser, looks, phone } from '../test-browser.ts';
import { waitForValue } from '../wait.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const links = ['spring', 'summer', 'autumn', 'winter', 'news', 'sale', 'menu'];

async function readPng(page: Page, bytes: Buffer): Promise<string | null> {
  return (await decodeQr(page, toDataUrl(bytes, 'image/png'))).text;
}

test.each(firstInShort([desktop, phone]))(
  'the QR code of any link is at most two clicks away: %o',
  async (viewport) => {
    await using site = await openSetUpSite();
    await addLinks(
      site,
      links.map((short_url) => ({ short_url })),
    );
    const text = qrWords.en;
    const { page, faults } = await openAdmin(browser, site, 'list', { viewport });
    let clicks = 0;
    const click = async (target: Locator): Promise<void> => {
      await target.click();
      clicks += 1;
    };
    const link = row(page, 'autumn');
    if (viewport === phone) {
      await click(link.locator('[aria-haspopup=menu]'));
      await click(page.getByRole('menuitem', { name: text.qr }));
    } else {
      await click(link.getByRole('button', { name: text.qrOf('autumn') }));
    }
    const picture = page.getByRole('dialog').locator('.qr-code');
    await picture.waitFor();
    expect(clicks).toBeLessThanOrEqual(2);
    const shown = await picture.screenshot();
    expect(await readPng(page, shown)).toBe(`${site.url}autumn?qr`);

    const png = await saveButtonDownload(page, text.savePng);
    expect(png.name).toBe('autumn.png');
    expect(await readPng(page, png.bytes)).toBe(`${site.url}autumn?qr`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, text.copyImage).click();
    await page.getByText(text.imageCopied).waitFor();
    const copied = await page.evaluate<string>(`(async () => {
      const [item] = await navigator.clipboard.read();
      const bytes = new Uint8Array(await (await item.getType('image/png')).arrayBuffer());
      return bytes.toBase64?.() ?? btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    })()`);
    expect(await readPng(page, Buffer.from(copied, 'base64'))).toBe(`${site.url}autumn?qr`);

    await page.goto('/admin/links/winter');
    await button(page, text.qr).click();
    const svg = await saveButtonDownload(page, text.saveSvg);
    const drawn = await decodeQr(page, toDataUrl(svg.bytes, 'image/svg+xml'));
    expect(drawn).toEqual({ text: `${site.url}winter?qr`, width: 1024, height: 1024 });
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'a QR code is shown, changed and saved by keyboard alone, and the focus returns',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'first' }, { short_url: 'second' }]);
    const text = qrWords.en;
    const { page, faults } = await openAdmin(browser, site, 'list');
    const { keyboard } = page;
    await row(page, 'second').waitFor();
    await keyboard.press('j');
    await waitForFocus(row(page, 'second'));
    await keyboard.press('q');
    const dialog = page.getByRole('dialog');
    // The most frequent action has the focus.
    await waitForFocus(button(page, text.savePng));
    await tabTo(page, dialog.getByLabel(text.size));
    await keyboard.press('ArrowDown');
    await tabTo(page, dialog.locator('.qr-design > summary'));
    await keyboard.press('Enter');
    await tabTo(page, dialog.getByLabel(text.frame));
    await keyboard.press('Space');
    await tabTo(page, button(page, text.savePng));
    const { name, bytes } = await saveDownload(page, () => keyboard.press('Enter'));
    expect([name, bytes.readUInt32BE(16)]).toEqual(['second.png', 2048]);
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await waitForFocus(row(page, 'second'));

    // The choice is remembered for other links too.
    await page.reload();
    await row(page, 'first')
      .getByRole('button', { name: text.qrOf('first') })
      .press('Enter');
    await openDesign(page);
    expect(await dialog.getByLabel(text.frame).isChecked()).toBe(true);
    expect(await dialog.getByLabel(text.size).inputValue()).toBe('2048');
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'on a phone, the picture stays visible while its design changes',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'mine' }]);
    const { page, faults } = await openAdmin(browser, site, 'list', {
      viewport: { width: 390, height: 844 },
    });
    await row(page, 'mine').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('q');
    const text = qrWords.en;
    await openDesign(page);
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(blackLogo);
    const last = page.getByText(text.large, { exact: true });
    await last.click();
    const shown = await page.screenshot();
    expect(await readPng(page, shown)).toBe(`${site.url}mine?qr`);
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'a color without contrast and a file that is not an image are refused',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'mine' }]);
    const text = qrWords.en;
    const { page, faults } = await openAdmin(browser, site, 'list');
    await button(page, text.qrOf('mine')).click();
    const dialog = page.getByRole('dialog');
    await openDesign(page);
    const color = dialog.getByLabel(text.color, { exact: true });
    for (const light of ['#ffffff', '#ffcc00', '#ff0000', '#00aa00', '#777777']) {
      await color.fill(light);
      await dialog.getByText(text.alike).waitFor();
      for (const name of [text.savePng, text.saveSvg, text.savePdf, text.copyImage]) {
        expect([light, await button(page, name).isEnabled()]).toEqual([light, false]);
      }
    }
    // A refused color is not remembered.
    await page.reload();
    await button(page, text.qrOf('mine')).click();
    await openDesign(page);
    expect(await color.inputValue()).toBe('#000000');
    await color.fill('#c00000');
    expect(await button(page, text.savePng).isEnabled()).toBe(true);

    const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no image') };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByText(text.unreadable).waitFor();
    await dialog.locator('input[type=file]').setInputFiles(blackLogo);
    await button(page, text.removeLogo).click();
    await waitForFocus(button(page, text.addLogo));
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'a link that was just added shows its QR code',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'old' }]);
    const text = { ...linksWords.en, ...qrWords.en };
    const { page, faults } = await openAdmin(browser, site, 'list');
    await button(page, text.addLink).click();
    const dialog = page.getByRole('dialog');
    await field(page, text.longUrl).fill('https://example.com/new');
    await dialog.getByRole('textbox', { name: text.customCode }).fill('fresh');
    await page.keyboard.press('Enter');
    await button(page, text.qr).click();
    const shown = await page.locator('.added').locator('.qr-code').screenshot();
    expect(await readPng(page, shown)).toBe(`${site.url}fresh?qr`);
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'by keyboard alone a link is added and its QR code shown',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'old' }]);
    const text = { ...linksWords.en, ...qrWords.en };
    const { page, faults } = await openAdmin(browser, site, 'list');
    const { keyboard } = page;
    const dialog = page.getByRole('dialog');
    await row(page, 'old').waitFor();
    await keyboard.press('n');
    await waitForFocus(dialog.getByLabel(text.longUrl));
    await keyboard.type('https://example.com/new');
    await keyboard.press('Enter');
    const offer = button(page, text.qr);
    await offer.waitFor();
    await tabTo(page, offer);
    await keyboard.press('Enter');
    await tabTo(page, button(page, text.savePng));
    const { name } = await saveDownload(page, () => keyboard.press('Enter'));
    expect(name).toMatch(/^\w+\.png$/);
    expect(faults).toEqual([]);
  },
  300_000,
);

testInAll(
  'by keyboard alone links are selected and their sheet is printed',
  async () => {
    await using site = await openSetUpSite();
    await addLinks(site, [{ short_url: 'first' }, { short_url: 'second' }]);
    const text = qrWords.en;
    const { page, faults } = await openAdmin(browser, site, 'list');
    const { keyboard } = page;
    await row(page, 'second').waitFor();
    await keyboard.press('j');
    await keyboard.press('x');
    await keyboard.press('j');
    await keyboard.press('x');
    await tabTo(page, button(page, text.printCodes), 'Shift+Tab');
    await page.evaluate('window.print = () => { window.printed = true; }');
    await keyboard.press('Enter');
    await waitForFocus(button(page, text.print));
    await keyboard.press('Shift+Tab');
    await waitForFocus(page.getByLabel(text.perRow));
    await keyboard.press('ArrowUp');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await waitForValue(page, 'window.printed', true);
    expect(await page.locator('.sheet').getAttribute('data-columns')).toBe('2');
    await keyboard.press('Escape');
    await waitForFocus(button(page, text.printCodes));
    expect(faults).toEqual([]);
  },
  300_000,
);

test('selected links are printed as a sheet of QR codes, and each code can be read', async () => {
  await using site = await openSetUpSite();
  await addLinks(
    site,
    links.map((short_url) => ({ short_url, title: `The ${short_url} page` })),
  );
  const text = qrWords.en;
  const { page, faults } = await openAdmin(browser, site, 'list', { scheme: 'dark' });
  await page.getByLabel('Select all links on this page').check();
  await button(page, text.printCodes).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(text.perRow).selectOption('2');
  await page.evaluate('window.print = () => { window.printed = true; }');
  await button(page, text.print).click();
  await waitForValue(page, 'window.printed', true);

  await page.emulateMedia({ media: 'print' });
  for (const hidden of [page.getByRole('navigation'), dialog.getByLabel(text.perRow)]) {
    expect(await hidden.filter({ visible: true }).count()).toBe(0);
  }
  const labels = page.locator('.sheet-label');
  for (const [index, code] of links.toReversed().entries()) {
    const label = labels.nth(index);
    await label.getByText(`The ${code} page`).waitFor();
    const host = new URL(site.url).host;
    expect(await label.locator('.sheet-link').innerText()).toBe(`${host}/${code}`);
    const shown = await label.locator('.qr-code').screenshot();
    expect(await readPng(page, shown)).toBe(`${site.url}${code}?qr`);
  }
  // A row has two large codes, so seven need two pages of either size.
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1');
    expect([format, pdf.match(/\/Type \/Page\b/g)?.length]).toEqual([format, 2]);
  }
  expect(faults).toEqual([]);
}, 300_000);

for (const look of looks) {
  const { language, scheme, viewport } = look;
  testInAll(
    `axe finds nothing wrong with QR codes: ${language}, ${scheme}, ${viewport.width}`,
    async () => {
      await using site = await openSetUpSite();
      await addLinks(site, [{ short_url: 'first' }, { short_url: 'second' }]);
      const text = { ...linksWords[language], ...qrWords[language] };
      const visitor = await openAdmin(browser, site, 'list', look);
      const { page } = visitor;
      const dialog = page.getByRole('dialog');
      const check = async (): Promise<void> => {
        // A small phone, and a desktop at 200 %.
        for (const [width, height] of [
          [320, 640],
          [640, 400],
        ] as const) {
          await page.setViewportSize({ width, height });
          await waitForValue(page, `document.documentElement.scrollWidth <= ${width}`, true);
          expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
        }
        await page.setViewportSize(viewport);
        expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
      };
      await row(page, 'first').waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('q');
      await openDesign(page, text);
      await dialog.getByLabel(text.frame).check();
      await dialog.locator('input[type=file]').setInputFiles(blackLogo);
      await button(page, text.removeLogo).waitFor();
      await check();
      await dialog.getByLabel(text.color, { exact: true }).fill('#ffee00');
      await dialog.getByText(text.alike).waitFor();
      await check();
      await dialog.getByLabel(text.color, { exact: true }).fill('#005500');
      await page.emulateMedia({ forcedColors: 'active' });
      expect(await visitor.findAxeViolationsOnTheWay()).toEqual([]);
      // Forced colors must not change the colors of the QR code.
      await dialog.locator('.qr-shown').scrollIntoViewIfNeeded();
      const shown = await dialog.locator('.qr-code').screenshot();
      expect(await readPng(page, shown)).toBe(`${site.url}second?qr`);
      await page.emulateMedia({ forcedColors: 'none' });
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await startSelecting(page);
      await row(page, 'first').getByRole('checkbox').check();
      await button(page, text.printCodes).click();
      await dialog.getByLabel(text.perRow).waitFor();
      await check();
      expect(visitor.faults).toEqual([]);
      await visitor.close();
    },
    300_000,
  );
}
