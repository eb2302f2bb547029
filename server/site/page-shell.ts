import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNonce, pageHeaders, type Sources } from '../http/answer/security-headers.ts';
import { requestedSite } from '../http/client/requested-site.ts';
import { renderCustom } from './custom-place.ts';
import { describePage, iconTags, meta } from './head-tags.ts';
import { preferredLanguage, type Language } from './visitor-choice.ts';
import type { Site } from './site.ts';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

const ENTRY = 'main.tsx';

/** Custom HTML stays on public pages: each area is a document, and links between areas reload. */
type Area = 'public' | 'admin' | 'docs';

interface Page {
  readonly area: Area;
  /** Files that the browser fetches beside the entry. */
  readonly chunks: readonly string[];
  /** Text files, without the language. */
  readonly texts: readonly string[];
}

const languages = ['en', 'zh'] as const satisfies readonly Language[];

const adminTexts = ['locales/', 'locales/admin-'];

const pages = {
  '/': { area: 'public', chunks: ['home/home.page.tsx'], texts: ['locales/'] },
  '/init': { area: 'public', chunks: ['account/init.page.tsx'], texts: ['locales/'] },
  '/login': { area: 'public', chunks: ['account/login.page.tsx'], texts: ['locales/'] },
  '/docs': {
    area: 'docs',
    chunks: ['docs/docs.page.tsx'],
    texts: ['locales/', 'docs/locales/'],
  },
  '/docs/guide': {
    area: 'docs',
    chunks: ['docs/guide/guide.page.tsx'],
    texts: ['locales/', 'docs/guide/locales/'],
  },
  '/admin': {
    area: 'admin',
    chunks: ['frame/shell.tsx', 'admin/named-page.tsx'],
    texts: adminTexts,
  },
  '/admin/join': {
    area: 'admin',
    chunks: ['people/join/join.page.tsx'],
    texts: ['locales/', 'people/locales/'],
  },
  '/admin/list': {
    area: 'admin',
    chunks: ['frame/shell.tsx', 'admin/named-page.tsx', 'links/links.page.tsx'],
    texts: adminTexts,
  },
  '/admin/stats': {
    area: 'admin',
    chunks: ['frame/shell.tsx', 'stats/stats.page.tsx'],
    texts: [...adminTexts, 'locales/stats-'],
  },
  '/admin/links': {
    area: 'admin',
    chunks: ['frame/shell.tsx', 'link/link.page.tsx', 'link/statistics.page.tsx'],
    texts: [...adminTexts, 'link/locales/', 'locales/stats-'],
  },
} as const satisfies Readonly<Record<string, Page>>;

/**
 * `/admin/links` is the page of one link, `/docs/guide` one of its chapters; `/admin` is every page
 * without a name here.
 */
export type PageName = keyof typeof pages;

/** `hasScripts`: whether scripts of the custom HTML run, on a page that has it. */
export type PageShell = (page: PageName, request: Request, hasScripts?: boolean) => Response;

/** Finds the font for pages without the style sheets of the web page. */
export function findFont(directory: string): string {
  const name = readdirSync(join(directory, 'assets')).find((file) => file.endsWith('.woff2'));
  if (name === undefined) throw new Error('the web page was built without its font');
  return `/assets/${name}`;
}

/** `directory` holds the built web page; `baseUrl` is the public address of the site. */
export function openPageShell(directory: string, site: Site, baseUrl: URL | null): PageShell {
  const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as Manifest;
  const assets = new Map(
    Object.entries<Page>(pages).flatMap(([page, { chunks, texts }]) =>
      languages.map((language) => {
        const files = texts.map((text) => `${text}${language}.ts`);
        return [`${page} ${language}`, collectAssets(manifest, [ENTRY, ...chunks, ...files])];
      }),
    ),
  );
  const entry = manifest[ENTRY]!.file;

  return (page, request, hasScripts = true) => {
    const nonce = createNonce();
    const language = preferredLanguage(request);
    const { area } = pages[page];
    const { scripts, styles } = assets.get(`${page} ${language}`)!;
    const { withScripts, without } = site.customHtml;
    const custom = area === 'public' ? (hasScripts ? withScripts : without) : null;
    const { site_info: info, anonymous_creation: guests } = site.settings;
    const { title, keywords, description, author } = info;
    const about =
      area === 'public'
        ? describePage(info, new URL(page, baseUrl ?? requestedSite(request)), language)
        : meta('description', description);
    const html = `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}" data-area="${area}"${guests.allowed ? ' data-guests="yes"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" nonce="${nonce}">
<title>${Bun.escapeHTML(title)}</title>
${about}${meta('keywords', keywords)}${meta('author', author)}${iconTags(request)}<script nonce="${nonce}">${colorSchemeScript}</script>
${styles.map((file) => `<link rel="stylesheet" href="/${file}" nonce="${nonce}">\n`).join('')}${scripts
      .filter((file) => file !== entry)
      .map((file) => `<link rel="modulepreload" href="/${file}" nonce="${nonce}">\n`)
      .join('')}<script type="module" src="/${entry}" nonce="${nonce}"></script>
</head>
<body>
${custom === null ? '' : renderCustom('site-header', custom.header, { nonce, language })}<div id="root"></div>
${custom === null ? '' : renderCustom('site-footer', custom.footer, { nonce, language })}<noscript>${Bun.escapeHTML(title)} needs JavaScript to create and manage short links. Short links themselves work without it.</noscript>
</body>
</html>
`;
    const allowed = custom === null ? [] : [custom.header.sources, custom.footer.sources];
    if (area === 'admin') allowed.push(avatarSources(site));
    const headers = pageHeaders(nonce, ...allowed);
    // The back button must not show this page after a logout.
    if (area === 'admin') headers['Cache-Control'] = 'no-store';
    return new Response(html, { headers });
  };
}

function avatarSources({ settings: { avatar_service: service } }: Site): Sources {
  return service === '' ? new Map() : new Map([['img-src', new Set([new URL(service).origin])]]);
}

const colorSchemeScript = `(()=>{let s;try{s=localStorage.getItem("mantine-color-scheme-value")}catch{}if(s!=="light"&&s!=="dark")s=matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light";document.documentElement.setAttribute("data-mantine-color-scheme",s)})()`;

export function collectAssets(manifest: Manifest, names: readonly string[]) {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`the web page was built without ${name}`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const file of chunk.css ?? []) styles.add(file);
  };
  for (const name of names) visit(name);
  return { scripts: [...scripts], styles: [...styles] };
}
