import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Language } from '../test-browser.ts';
import { button } from '../steps.ts';

const en = {
  qr: 'QR code',
  qrOf: (link: string) => `QR code of ${link}`,
  color: 'Color',
  tooLight: 'Too light to scan. Choose a darker color.',
  size: 'PNG size',
  frame: 'Frame with the short link',
  addLogo: 'Add logo…',
  removeLogo: 'Remove logo',
  logoLong: 'This short link is too long for a QR code with a logo.',
  unreadable: 'The browser cannot read this file as an image. Try a PNG, JPEG or SVG.',
  savePng: 'Save PNG',
  saveSvg: 'Save SVG',
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
  tooLight: '颜色太浅，难以扫描，请选择更深的颜色。',
  size: 'PNG 尺寸',
  frame: '加边框并显示短链接',
  addLogo: '添加 Logo…',
  removeLogo: '移除 Logo',
  logoLong: '此短链接太长，二维码中放不下 Logo。',
  unreadable: '浏览器无法读取该图片，请换用 PNG、JPEG 或 SVG 文件。',
  savePng: '保存 PNG',
  saveSvg: '保存 SVG',
  copyImage: '复制图片',
  imageCopied: '图片已复制',
  printCodes: '打印二维码',
  perRow: '每行个数',
  print: '打印',
};

export const qrWords: Readonly<Record<Language, typeof en>> = { en, zh };

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
