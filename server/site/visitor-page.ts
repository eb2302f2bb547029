import { createNonce, pageHeaders } from '../http/security-headers.ts';
import { chosenColourScheme, preferredLanguage, type Language } from './visitor-choice.ts';
import { renderCustom } from './custom-place.ts';
import type { Site } from './site.ts';

export type VisitorPageName = 'missing' | 'expired' | 'blocked' | 'too-many';

interface Text {
  readonly heading: string;
  readonly body: string;
}

interface VisitorPage {
  readonly status: number;
  readonly text: Readonly<Record<Language, Text>>;
}

const pages: Readonly<Record<VisitorPageName, VisitorPage>> = {
  missing: {
    status: 404,
    text: {
      en: {
        heading: 'There is no link here',
        body: 'The address may have been mistyped, or the link was removed. Check every character, or ask the person who gave it to you.',
      },
      zh: {
        heading: '这里没有链接',
        body: '地址可能输错了，或者该链接已被删除。请逐字核对，或联系给你链接的人。',
      },
    },
  },
  expired: {
    status: 410,
    text: {
      en: {
        heading: 'This link has expired',
        body: 'It was made for a limited time, which is over. Ask the person who gave it to you for a new one.',
      },
      zh: {
        heading: '该链接已过期',
        body: '此链接设有有效期，现已失效。请联系给你链接的人获取新链接。',
      },
    },
  },
  blocked: {
    status: 403,
    text: {
      en: {
        heading: 'Open this link in another browser',
        body: 'This site does not redirect from the app that you are using. Copy the address and open it in your usual browser.',
      },
      zh: {
        heading: '请在其他浏览器中打开',
        body: '本站不支持从当前应用内跳转。请复制链接，在常用浏览器中打开。',
      },
    },
  },
  'too-many': {
    status: 429,
    text: {
      en: {
        heading: 'Please wait a minute',
        body: 'Too many addresses that do not exist were asked for from your network. Wait a minute, then open the link again.',
      },
      zh: {
        heading: '请稍等一分钟',
        body: '你所在的网络请求了过多不存在的链接。请等一分钟，再重新打开此链接。',
      },
    },
  },
};

/**
 * Renders the page of a visitor who is not redirected, in their language, with no jump in it;
 * `headers` are those that this answer alone has.
 */
type ServeVisitorPage = (
  name: VisitorPageName,
  request: Request,
  headers?: Readonly<Record<string, string>>,
) => Response;

interface VisitorPagesOptions {
  readonly site: Site;
  /** Headers beside those of every page. */
  readonly headers: Readonly<Record<string, string>>;
  /** Path of the web page's font. */
  readonly fontPath: string;
}

export function createVisitorPages({
  site,
  headers,
  fontPath,
}: VisitorPagesOptions): ServeVisitorPage {
  const font = `@font-face{font-family:"Instrument Sans";font-weight:400 700;font-display:swap;src:url(${fontPath}) format("woff2")}`;
  return (name, request, own = {}) => {
    const { status, text } = pages[name];
    const language = preferredLanguage(request);
    const { heading, body } = text[language];
    const nonce = createNonce();
    const title = Bun.escapeHTML(site.info.title);
    const { header, footer } = site.customHtml;
    const html = `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}" data-scheme="${chosenColourScheme(request) ?? 'system'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading} · ${title}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style nonce="${nonce}">${font}${styles}</style>
</head>
<body>
${renderCustom('site-header', header, { nonce, language })}<header><a class="home" href="/">${title}</a></header>
<main>
<p class="status">${status}</p>
<h1>${heading}</h1>
<p class="body">${body}</p>
<p><a class="onward" href="/">${onward[language]}</a></p>
</main>
${renderCustom('site-footer', footer, { nonce, language })}</body>
</html>
`;
    const policy = pageHeaders(nonce, header.sources, footer.sources);
    return new Response(html, { status, headers: { ...headers, ...policy, ...own } });
  };
}

const onward: Readonly<Record<Language, string>> = {
  en: 'To the home page',
  zh: '返回首页',
};

const dark = '--ground:#151312;--ink:#f2eee9;--muted:#a79f96;--accent:#ff6b4a';

const styles = `
:root{color-scheme:light;--ground:#faf8f5;--ink:#1c1917;--muted:#6b645c;--accent:#c8371b}
[data-scheme=dark]{color-scheme:dark;${dark}}
@media(prefers-color-scheme:dark){[data-scheme=system]{color-scheme:dark;${dark}}}
*{margin:0;box-sizing:border-box}
body{min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);font:18px/1.6 "Instrument Sans",system-ui,"PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif}
body>header,main{width:100%;max-width:976px;margin:0 auto;padding:0 clamp(16px,4vw,24px)}
body>header{padding-top:24px;padding-bottom:24px}
a{color:inherit}
a:focus-visible{outline:2px solid var(--accent);outline-offset:4px;border-radius:2px}
.home::before{content:"";flex:none;width:24px;height:24px;background:url(/favicon.svg) center/contain}
.home{display:inline-flex;align-items:center;gap:10px;font-weight:600;text-decoration:none;overflow-wrap:anywhere}
main{flex:1;display:flex;flex-direction:column;gap:16px;padding-top:clamp(48px,14vh,128px);padding-bottom:64px}
.status{color:var(--accent);font:600 15px/1 ui-monospace,"SF Mono",Menlo,Consolas,monospace}
h1{font-size:clamp(32px,6vw,56px);font-weight:600;line-height:1.15;text-wrap:balance}
html[lang=en] h1{letter-spacing:-.02em}
.body{color:var(--muted);max-width:38em}
.site-html{width:100%;max-width:976px;margin:0 auto;padding:12px clamp(16px,4vw,24px);color:var(--muted);font-size:13px;overflow-wrap:anywhere}
.site-html :is(img,svg,video,iframe){max-width:100%}
.onward{color:var(--accent);font-weight:600}
`;
