import { createNonce, pageHeaders } from '../http/security-headers.ts';
import { preferredLanguage, type Language } from './preferred-language.ts';
import type { Site } from './site.ts';

export type VisitorPageName = 'missing' | 'expired' | 'blocked';

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
        body: '地址可能输错了,或者该链接已被删除。请逐字核对,或联系给您链接的人。',
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
        body: '此链接设有有效期,现已失效。请联系给您链接的人获取新链接。',
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
        body: '本站不支持从当前应用内跳转。请复制链接,在常用浏览器中打开。',
      },
    },
  },
};

/** Renders the page of a visitor who is not redirected, in their language, with no jump in it. */
export type ServeVisitorPage = (name: VisitorPageName, request: Request) => Response;

export function createVisitorPages(
  site: Site,
  headers: Readonly<Record<string, string>>,
): ServeVisitorPage {
  return (name, request) => {
    const { status, text } = pages[name];
    const language = preferredLanguage(request);
    const nonce = createNonce();
    return new Response(render(site.info.title, status, language, text[language], nonce), {
      status,
      headers: { ...headers, ...pageHeaders(nonce, '') },
    });
  };
}

function render(
  siteTitle: string,
  status: number,
  language: Language,
  text: Text,
  nonce: string,
): string {
  const title = Bun.escapeHTML(siteTitle);
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text.heading} · ${title}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style nonce="${nonce}">${styles}</style>
</head>
<body>
<header><a href="/">${title}</a></header>
<main>
<p class="status">${status}</p>
<h1>${text.heading}</h1>
<p>${text.body}</p>
</main>
</body>
</html>
`;
}

const styles = `
:root{color-scheme:light dark;--ground:#faf8f5;--ink:#1c1917;--muted:#6b645c;--accent:#c8371b}
@media(prefers-color-scheme:dark){:root{--ground:#151312;--ink:#f2eee9;--muted:#a79f96;--accent:#ff6b4a}}
*{margin:0;box-sizing:border-box}
body{min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);font:18px/1.6 "Instrument Sans",system-ui,"PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif}
header{padding:24px clamp(20px,5vw,48px)}
a{color:inherit;font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--accent);outline-offset:4px;border-radius:2px}
main{flex:1;display:flex;flex-direction:column;justify-content:center;gap:16px;width:100%;max-width:760px;margin:0 auto;padding:0 clamp(20px,5vw,48px) 20vh}
.status{color:var(--accent);font:600 15px/1 ui-monospace,"SF Mono",Menlo,Consolas,monospace}
h1{font-size:clamp(30px,6vw,48px);line-height:1.15;text-wrap:balance}
html[lang=en] h1{letter-spacing:-.02em}
h1+p{color:var(--muted);max-width:38em}
`;
