import { createNonce, pageHeaders, type Sources } from '../http/answer/security-headers.ts';
import { renderCustom } from './custom-place.ts';
import { iconTags } from './head-tags.ts';
import type { Site } from './site.ts';
import { chosenColorScheme, preferredLanguage } from './visitor-choice.ts';

interface VisitorPageParts {
  readonly status: number;
  readonly title: string; // plain text
  readonly main: string;
  readonly styles: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the page needs beyond the site's own origin. */
  readonly sources?: Sources;
  /** JavaScript of ours; it must hold nothing from a request. */
  readonly script?: string;
}

/** Renders a page for visitors, which search engines do not index. */
export type VisitorFrame = (request: Request, parts: VisitorPageParts) => Response;

interface VisitorFrameOptions {
  readonly site: Site;
  readonly headers: Readonly<Record<string, string>>;
  readonly fontPath: string;
}

export function createVisitorFrame({
  site,
  headers: common,
  fontPath,
}: VisitorFrameOptions): VisitorFrame {
  const font = `@font-face{font-family:"Instrument Sans";font-weight:400 700;font-display:swap;src:url(${fontPath}) format("woff2")}`;
  return (
    request,
    { status, title, main, styles, headers = {}, sources = new Map(), script = '' },
  ) => {
    const language = preferredLanguage(request);
    const nonce = createNonce();
    const siteTitle = Bun.escapeHTML(site.settings.site_info.title);
    const { header, footer } = site.customHtml.withScripts;
    const html = `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}" data-scheme="${chosenColorScheme(request) ?? 'system'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${Bun.escapeHTML(title)} · ${siteTitle}</title>
${iconTags(request)}<style nonce="${nonce}">${font}${frameStyles}${styles}</style>
</head>
<body>
${renderCustom('site-header', header, { nonce, language })}<header><a class="home" href="/">${siteTitle}</a></header>
${main}${
      script === ''
        ? ''
        : `<script nonce="${nonce}">${script}</script>
`
    }${renderCustom('site-footer', footer, { nonce, language })}</body>
</html>
`;
    const policy = pageHeaders(nonce, header.sources, footer.sources, sources);
    return new Response(html, { status, headers: { ...common, ...policy, ...headers } });
  };
}

const dark =
  '--ground:#151312;--ink:#f2eee9;--muted:#a79f96;--line:#322d29;--accent:#ff6b4a;--on-fill:#1c1917';

const frameStyles = `
:root{color-scheme:light;--ground:#faf8f5;--ink:#1c1917;--muted:#6b645c;--line:#e7e2db;--accent:#c8371b;--on-fill:#fff;--mono:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
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
main{flex:1;display:flex;flex-direction:column;gap:16px;padding-bottom:64px}
h1{font-weight:600;line-height:1.15;text-wrap:balance}
html[lang=en] h1{letter-spacing:-.02em}
.body{color:var(--muted);max-width:38em}
.site-html{width:100%;max-width:976px;margin:0 auto;padding:12px clamp(16px,4vw,24px);color:var(--muted);font-size:13px;overflow-wrap:anywhere}
.site-html :is(img,svg,video,iframe){max-width:100%}
.go{padding:9px 19px;border:1px solid transparent;border-radius:6px;background:var(--accent);color:var(--on-fill);font:inherit;font-weight:600;cursor:pointer}
.go:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media(forced-colors:active){.go{color:ButtonText}}
.onward{display:inline-block;padding:.125rem 0;color:var(--accent);font-weight:600}
`;
