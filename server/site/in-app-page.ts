import { toScannedLink } from '../../contracts/links/domain-code.ts';
import { drawShownQr, toQrSvg } from './qr-svg.ts';
import { preferredLanguage, type Language } from './visitor-choice.ts';
import type { VisitorFrame } from './visitor-frame.ts';

interface Text {
  readonly heading: string;
  body(app: string): string;
  readonly steps: readonly string[];
  /** For apps whose menu is known: its place and the name of its entry. */
  readonly menu: Readonly<Record<string, readonly string[]>>;
  readonly address: string;
  /** For apps whose menu is known: another way. */
  readonly orCopy: string;
  readonly copy: string;
  readonly copied: string;
  readonly scan: string;
}

const texts: Readonly<Record<Language, Text>> = {
  en: {
    heading: 'Open this link in your browser',
    body: (app) => `${app} shows pages inside the app, where this one may not work.`,
    steps: ['Copy the address below.', 'Open your browser and paste it there.'],
    menu: {
      WeChat: ['Tap the three dots at the top right.', 'Choose “Open in Browser”.'],
      QQ: ['Tap the three dots at the top right.', 'Choose “Open in Browser”.'],
    },
    address: 'Address',
    orCopy: 'Or copy the address',
    copy: 'Copy',
    copied: 'Copied',
    scan: 'Or scan it with the camera of another device',
  },
  zh: {
    heading: '请在浏览器中打开此链接',
    body: (app) => `${app}会在应用内打开网页，此链接在其中可能无法正常使用。`,
    steps: ['复制下方的地址。', '打开浏览器并粘贴访问。'],
    menu: {
      WeChat: ['点击右上角的三个点。', '选择“在浏览器打开”。'],
      QQ: ['点击右上角的三个点。', '选择“用浏览器打开”。'],
    },
    address: '地址',
    orCopy: '或复制地址',
    copy: '复制',
    copied: '已复制',
    scan: '或用另一台设备的相机扫描',
  },
};

const chineseNames: Readonly<Record<string, string>> = { WeChat: '微信', QQ: 'QQ ' };

export function renderInAppPage(
  frame: VisitorFrame,
  request: Request,
  shortLink: string,
  app: string,
): Response {
  const language = preferredLanguage(request);
  const text = texts[language];
  const name = language === 'zh' ? (chineseNames[app] ?? `${app} `) : app;
  const menu = text.menu[app];
  const steps = (menu ?? text.steps).map((step) => `<li>${step}</li>\n`).join('');
  const link = Bun.escapeHTML(shortLink);
  const main = `<main>
<h1>${text.heading}</h1>
<p class="body">${Bun.escapeHTML(text.body(name))}</p>
<ol>
${steps}</ol>
<h2>${menu === undefined ? text.address : text.orCopy}</h2>
<p class="address">${link}</p>
<p><button class="copy go" data-copied="${text.copied}" hidden>${text.copy}</button></p>
${renderQr(toScannedLink(shortLink), text.scan)}</main>
`;
  return frame(request, {
    status: 200,
    title: text.heading,
    main,
    styles,
    script: COPY,
    headers: { 'Cache-Control': 'private, no-store' },
  });
}

/** Many apps keep the clipboard from pages, but copy what is selected. */
const COPY = `const button = document.querySelector('.copy');
const address = document.querySelector('.address');
const label = button.textContent;
button.hidden = false;
button.onclick = async () => {
  getSelection().selectAllChildren(address);
  const isCopied = await (async () => navigator.clipboard.writeText(address.textContent))()
    .then(() => true, () => document.execCommand('copy'));
  if (!isCopied) return;
  button.textContent = button.dataset.copied;
  setTimeout(() => (button.textContent = label), 2000);
};`;

/** Empty for an address that is too long for a code. */
function renderQr(address: string, label: string): string {
  const drawing = drawShownQr(address);
  if (drawing === null) return '';
  const svg = toQrSvg(drawing, 'aria-hidden="true"');
  return `<figure>${svg}<figcaption>${label}</figcaption></figure>\n`;
}

const styles = `
main{padding-top:clamp(48px,14vh,128px)}
h1{font-size:clamp(32px,6vw,56px)}
ol{padding-left:1.4em}
h2{margin-top:8px;font-size:18px;font-weight:600}
.address{width:fit-content;max-width:100%;padding:10px 14px;border:1px solid var(--muted);border-radius:6px;font:600 15px/1.5 var(--mono);overflow-wrap:anywhere;-webkit-user-select:all;user-select:all}
figure{margin-top:8px}
figure svg{display:block;width:160px;border:1px solid var(--line);border-radius:6px}
figcaption{margin-top:8px;color:var(--muted);font-size:15px}
`;
