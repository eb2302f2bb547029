import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Language } from '../test-browser.ts';
import { button } from '../steps.ts';

const en = {
  qr: 'QR code',
  qrOf: (link: string) => `QR code of ${link}`,
  color: 'Color',
  background: 'Background',
  transparent: 'Transparent background',
  alike: 'Cameras cannot tell these colors apart. Choose a darker color or a lighter background.',
  design: 'Design',
  dots: { square: 'Square', rounded: 'Rounded', dots: 'Round dots' },
  eyes: { square: 'Square', rounded: 'Rounded', circle: 'Circle' },
  dotsLabel: 'Dots',
  eyesLabel: 'Corners',
  large: 'Large',
  size: 'PNG size',
  frame: 'Frame with the short link',
  addLogo: 'Add logo…',
  removeLogo: 'Remove logo',
  logoLong: 'This short link is too long for a QR code with a logo or round dots.',
  unreadable: 'The browser cannot read this file as an image. Try a PNG, JPEG or SVG.',
  savePng: 'Save PNG',
  saveSvg: 'Save SVG',
  savePdf: 'Save PDF',
  copyImage: 'Copy image',
  imageCopied: 'Image copied',
  printCodes: 'Print QR codes',
  perRow: 'Codes per row',
  print: 'Print',
};

const zh: typeof en = {
  qr: '二维码',
  qrOf: (link) => `${link} 的二维码`,
  color: '颜色',
  background: '背景色',
  transparent: '透明背景',
  alike: '两种颜色太接近，难以扫描。请选择更深的颜色或更浅的背景色。',
  design: '样式',
  dots: { square: '方形', rounded: '圆角', dots: '圆点' },
  eyes: { square: '方形', rounded: '圆角', circle: '圆形' },
  dotsLabel: '码点',
  eyesLabel: '定位角',
  large: '大',
  size: 'PNG 尺寸',
  frame: '加边框并显示短链接',
  addLogo: '添加 Logo…',
  removeLogo: '移除 Logo',
  logoLong: '此短链接太长，二维码中放不下 Logo，也不能用圆点。',
  unreadable: '浏览器无法读取该图片，请换用 PNG、JPEG 或 SVG 文件。',
  savePng: '保存 PNG',
  saveSvg: '保存 SVG',
  savePdf: '保存 PDF',
  copyImage: '复制图片',
  imageCopied: '图片已复制',
  printCodes: '打印二维码',
  perRow: '每行个数',
  print: '打印',
};

export const qrWords: Readonly<Record<Language, typeof en>> = { en, zh };

/** Unfolds how the code looks. */
export async function openDesign(page: Page, words = en): Promise<void> {
  await page.locator('.qr-design > summary', { hasText: words.design }).click();
  await page.getByLabel(words.frame, { exact: true }).waitFor();
}

/** A solid black logo, the worst case for a QR code. */
export const blackLogo = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>',
  ),
};

/** Saves the download that an action starts. */
export async function saveDownload(
  page: Page,
  ask: () => Promise<unknown>,
): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await ask();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Clicks a button that saves a file; returns its name and bytes. */
export function saveButtonDownload(
  page: Page,
  name: string,
): Promise<{ name: string; bytes: Buffer }> {
  return saveDownload(page, () => button(page, name).click());
}
