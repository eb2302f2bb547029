import { afterAll, beforeAll, expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { importLinks } from '../../../contracts/import.ts';
import { yourlsRow } from '../../import-files/yourls-files.ts';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { test } from '../browser-test.ts';
import { openAdmin } from '../admin-page.ts';
import { decodeQr, toDataUrl } from './decode-qr.ts';
import { rows } from '../links/links-steps.ts';
import { blackLogo, openDesign, qrWords, saveButtonDownload } from './qr-steps.ts';
import { launchBrowser } from '../test-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = qrWords.en;

/** Codes of several lengths, and whether their QR code has room for a logo. */
const codes: readonly (readonly [name: string, code: string, hasLogo: boolean])[] = [
  ['of one character', 'a', true],
  ['of 255 letters', 'brisk'.repeat(51), true],
  ['of 100 Chinese characters', '短'.repeat(100), true],
  ['of 255 Chinese characters', '链'.repeat(255), false],
];

interface Variant {
  readonly color: string;
  readonly background: string | null;
  readonly dots: keyof typeof text.dots;
  readonly eyes: keyof typeof text.eyes;
  readonly hasFrame: boolean;
  readonly hasLogo: boolean;
}

const plain: Variant = {
  color: '#000000',
  background: '#ffffff',
  dots: 'square',
  eyes: 'square',
  hasFrame: false,
  hasLogo: false,
};
/** The palest code, read at each size. */
const palest: Variant = {
  ...plain,
  color: '#767676',
  dots: 'dots',
  eyes: 'circle',
  hasFrame: true,
};
const fullest: Variant = { ...palest, color: '#2255aa', background: '#fff4e0', hasLogo: true };
const variants: readonly Variant[] = chooseForRun(
  [palest, fullest],
  [
    plain,
    { ...plain, color: '#c8371b', dots: 'rounded', eyes: 'rounded' },
    palest,
    { ...plain, background: null, hasLogo: true },
    { ...fullest, dots: 'rounded', eyes: 'square' },
    fullest,
  ],
);

/** The smallest and the largest one of three. */
const sizes = chooseForRun([512, 2048], [512, 1024, 2048]);

async function setLook(page: Page, look: Variant): Promise<void> {
  const { color, background, dots, eyes, hasFrame, hasLogo } = look;
  await page.getByLabel(text.color, { exact: true }).fill(color);
  const transparent = page.getByLabel(text.transparent, { exact: true });
  await transparent.setChecked(background === null);
  if (background !== null) await page.getByLabel(text.background, { exact: true }).fill(background);
  for (const [label, choice] of [
    [text.dotsLabel, text.dots[dots]],
    [text.eyesLabel, text.eyes[eyes]],
  ] as const) {
    const group = page.getByRole('radiogroup', { name: label });
    await group.getByText(choice, { exact: true }).click();
  }
  await page.getByLabel(text.frame, { exact: true }).setChecked(hasFrame);
  const remove = page.getByRole('button', { name: text.removeLogo });
  const isThere = (await remove.count()) > 0;
  if (hasLogo && !isThere) {
    await page.locator('input[type=file]').setInputFiles(blackLogo);
    await remove.waitFor();
  }
  // The largest logo is the hardest to read.
  if (hasLogo) await page.getByText(text.large, { exact: true }).click();
  if (!hasLogo && isThere) await remove.click();
}

function isXml(page: Page, content: string): Promise<boolean> {
  return page.evaluate<boolean>(
    `new DOMParser().parseFromString(${JSON.stringify(content)}, 'image/svg+xml')` +
      `.querySelector('parsererror') === null`,
  );
}

for (const [name, code, hasRoom] of chooseForRun(codes.slice(2), codes)) {
  test(`every QR code of a short link ${name} reads as that link`, async () => {
    await using site = await openSetUpSite();
    const list = [yourlsRow(code, { url: 'https://example.com/' })];
    await site.call(importLinks, { file: JSON.stringify(list) }, site.token);
    const { page, faults } = await openAdmin(browser, site, 'list');
    await rows(page)
      .first()
      .getByRole('button', { name: text.qrOf(code) })
      .click();
    await openDesign(page);
    const wanted = `${site.url}${encodeURI(code)}?qr`;
    // The page's font has no Chinese.
    const isText = code.startsWith('短') || code.startsWith('链');
    const size = page.getByLabel(text.size);
    for (const variant of variants.filter(({ hasLogo }) => hasRoom || !hasLogo)) {
      await setLook(page, variant);
      const svg = await saveButtonDownload(page, text.saveSvg);
      expect(svg.bytes.toString().includes('<image')).toBe(variant.hasLogo);
      expect(svg.bytes.toString().includes('<text')).toBe(variant.hasFrame && isText);
      expect(await isXml(page, svg.bytes.toString())).toBe(true);
      const drawn = await decodeQr(
        page,
        toDataUrl(svg.bytes, 'image/svg+xml'),
        hasRoom ? 1024 : 2048,
      );
      expect([variant, 'SVG', drawn.text]).toEqual([variant, 'SVG', wanted]);
      // The smallest picture is the hardest to read.
      for (const px of variant === palest ? sizes : [512]) {
        await size.selectOption(String(px));
        const png = await saveButtonDownload(page, text.savePng);
        const {
          text: read,
          width,
          height,
        } = await decodeQr(page, toDataUrl(png.bytes, 'image/png'));
        expect([variant, px, read]).toEqual([variant, px, wanted]);
        expect([width, height > width]).toEqual([px, variant.hasFrame]);
      }
    }
    // The logo, and a caption that is a picture; each has its opacity beside it.
    const pdf = (await saveButtonDownload(page, text.savePdf)).bytes.toString('latin1');
    const pictures = (hasRoom ? 1 : 0) + (isText ? 1 : 0);
    expect(pdf.match(/\/Subtype\/Image/g)?.length ?? 0).toBe(2 * pictures);
    expect(await page.getByText(text.logoLong).isVisible()).toBe(!hasRoom);
    expect(faults).toEqual([]);
  }, 300_000);
}
