import { splitCode, toScannedLink } from '../../contracts/links/domain-code.ts';
import type { QrDrawing } from '../../contracts/qr-drawing.ts';
import type { LinkRow } from '../engine/engine.ts';
import { requestedSite } from '../http/client/requested-site.ts';
import { preferredLanguage } from '../site/visitor-choice.ts';
import type { VisitorFrame } from '../site/visitor-frame.ts';
import { styles } from './preview-styles.ts';
import { texts, type PreviewText } from './preview-texts.ts';
import { answerQrFile } from './qr-file.ts';
import { drawShownQr, toQrSvg } from '../site/qr-svg.ts';

export interface PreviewedLink extends Pick<
  LinkRow,
  'short_url' | 'long_url' | 'title' | 'description' | 'created_at' | 'expires_at'
> {
  /** Clicks of people; null when the link does not show its number. */
  readonly visits: number | null;
  readonly hides: 'password' | 'limit' | null;
  /** Whether some visits lead elsewhere. */
  readonly hasRules: boolean;
}

/** A longer host gets a smaller font; a longer address scrolls. */
const HOST_LONG = 28;
const ADDRESS_LONG = 600;
/** These characters change the direction of the text around them. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Only a browser that is logged in shows the link to the simulator. */
const SHOW_OWNER_LINK = `try {
  if (localStorage.getItem('token')) document.querySelector('.owner').hidden = false;
} catch {}`;

interface PreviewPageOptions {
  readonly frame: VisitorFrame;
  readonly baseUrl: URL | null;
  readonly headers: Readonly<Record<string, string>>;
}

export function createPreviewPage({ frame, baseUrl, headers: common }: PreviewPageOptions) {
  return async (request: Request, link: PreviewedLink): Promise<Response> => {
    const language = preferredLanguage(request);
    const text = texts[language];
    const { domain, code } = splitCode(link.short_url);
    const requested = requestedSite(request);
    const site = domain === '' ? (baseUrl ?? requested) : requested;
    const path = encodeURI(code);
    const drawing = drawShownQr(toScannedLink(`${site.origin}/${path}`));
    if (drawing !== null) {
      const parts = { code: code.replaceAll('/', '-'), drawing, headers: common };
      const file = await answerQrFile(requested, parts);
      if (file !== null) return file;
    }
    const shortLink = `${site.host}/${path}`;
    const facts = [
      [text.title, link.hides !== null ? '' : formatText(link.title)],
      [text.description, formatText(link.description)],
      [text.created, formatTime(link.created_at, text.locale, 'day')],
      [
        text.expires,
        link.expires_at === 0 ? text.never : formatTime(link.expires_at, text.locale, 'minute'),
      ],
      [
        text.visits,
        link.visits === null ? '' : new Intl.NumberFormat(text.locale).format(link.visits),
      ],
    ] as const;
    const qr = drawing === null ? '' : renderQr(drawing, path, text, text.qrOf(shortLink));
    const main = `<main>
<div class="link">
<p class="short"><span>${Bun.escapeHTML(site.host)}/</span>${Bun.escapeHTML(path)}</p>
${link.hides === null ? renderTarget(text, link) : renderHidden(text, path, link.hides)}<dl>
${facts
  .filter(([, value]) => value !== '')
  .map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>\n`)
  .join('')}</dl>
${domain === '' ? renderOwnerLink(text, link.short_url) : ''}</div>
${qr}</main>
`;
    const headers = { 'X-Robots-Tag': 'noindex' };
    return frame(request, {
      status: 200,
      title: text.pageTitle(shortLink),
      main,
      styles,
      script: domain === '' ? SHOW_OWNER_LINK : '',
      headers,
    });
  };
}

function renderTarget(text: PreviewText, link: PreviewedLink): string {
  const { protocol, host, href } = new URL(link.long_url);
  const rest = href.slice(`${protocol}//${host}`.length);
  const scrolls =
    href.length > ADDRESS_LONG ? ` tabindex="0" role="group" aria-label="${text.address}"` : '';
  const name = Bun.escapeHTML(host);
  const rules = link.hasRules ? `<p class="note">${text.hasRules}</p>\n` : '';
  return `<h1${host.length > HOST_LONG ? ' class="long"' : ''}><span>${text.leadsTo}</span> ${name}</h1>
<p class="address"${scrolls}>${protocol}//<strong>${name}</strong>${Bun.escapeHTML(rest)}</p>
${rules}<p><a class="go" href="${Bun.escapeHTML(href)}" rel="noreferrer noopener nofollow">${text.continueTo(Bun.escapeHTML(shortenHost(host)))}</a></p>
`;
}

function renderOwnerLink({ tryVisit }: PreviewText, stored: string): string {
  const path = `/admin/links/${encodeURIComponent(stored)}/settings#try`;
  return `<p class="owner" hidden><a href="${Bun.escapeHTML(path)}">${tryVisit}</a></p>\n`;
}

function renderHidden(text: PreviewText, path: string, why: 'password' | 'limit'): string {
  const [heading, action] =
    why === 'password' ? [text.hidden, text.enterPassword] : [text.limited, text.open];
  return `<h1>${heading}</h1>
<p><a class="go" href="/${path}" rel="nofollow">${action}</a></p>
`;
}

function renderQr(
  drawing: QrDrawing,
  path: string,
  { scan, save }: PreviewText,
  label: string,
): string {
  const links = ['svg', 'png'].map(
    (format) =>
      `<a href="/${path}+?qr=${format}" download aria-label="${save} ${format.toUpperCase()}">` +
      `${format.toUpperCase()}</a>`,
  );
  return (
    `<figure>${toQrSvg(drawing, `role="img" aria-label="${Bun.escapeHTML(label)}"`)}` +
    `<figcaption>${scan}</figcaption><p class="files">${save} ${links.join(' · ')}</p></figure>\n`
  );
}

/** Keeps the end of a host, which tells its owner. */
function shortenHost(host: string): string {
  return host.length > HOST_LONG ? `…${host.slice(-HOST_LONG)}` : host;
}

function formatText(text: string): string {
  const plain = text.replaceAll(DIRECTIONS, '').trim();
  return plain === '' ? '' : `<bdi>${Bun.escapeHTML(plain)}</bdi>`;
}

/** In UTC, because the time zone of the visitor is unknown. */
function formatTime(seconds: number, locale: string, precision: 'day' | 'minute'): string {
  const time = new Date(seconds * 1000);
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    dateStyle: 'long',
    ...(precision === 'minute' && { timeStyle: 'short' }),
  });
  const zone = precision === 'minute' ? ' UTC' : '';
  return `<time datetime="${time.toISOString()}">${format.format(time)}${zone}</time>`;
}
