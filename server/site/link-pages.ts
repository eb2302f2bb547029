import { splitCode } from '../../contracts/links/domain-code.ts';
import type { Social } from '../../contracts/links/routing.ts';
import { requestedSite } from '../http/client/requested-site.ts';
import { renderInAppPage } from './in-app-page.ts';
import { renderPasswordPage, type PasswordState } from './password-page.ts';
import type { VisitorFrame } from './visitor-frame.ts';

/** The pages of a link that does not redirect a visit at once. */
export interface LinkPages {
  password(request: Request, state: PasswordState, retrySeconds?: number): Response;
  /** `app` shows the page inside; the page says how to leave it. */
  inApp(request: Request, link: PageLink, app: string): Response;
  /** The page for programs that show a preview; it does not name the target. */
  card(request: Request, link: PageLink, social: Social): Response;
}

export interface PageLink {
  /** With its domain (`domain-code.ts`). */
  readonly short_url: string;
}

interface LinkPagesOptions {
  readonly frame: VisitorFrame;
  readonly baseUrl: URL | null;
  readonly headers: Readonly<Record<string, string>>;
}

export function createLinkPages({ frame, baseUrl, headers }: LinkPagesOptions): LinkPages {
  const renderCard = createCardPage(headers);
  const shortLinkOf = (request: Request, { short_url: stored }: PageLink): string => {
    const { domain, code } = splitCode(stored);
    const requested = requestedSite(request);
    const { origin } = domain === '' ? (baseUrl ?? requested) : requested;
    return `${origin}/${encodeURI(code)}`;
  };
  return {
    password: (request, state, retrySeconds) =>
      renderPasswordPage(frame, request, state, retrySeconds),
    inApp: (request, link, app) => renderInAppPage(frame, request, shortLinkOf(request, link), app),
    card: (request, link, social) => renderCard(shortLinkOf(request, link), social),
  };
}

/** A page that only programs read: Open Graph tags without scripts and styles. */
function createCardPage(headers: Readonly<Record<string, string>>) {
  return (shortLink: string, { title, description, image }: Social): Response => {
    const tags = [
      ['og:type', 'website'],
      ['og:url', shortLink],
      ['og:title', title],
      ['og:description', description],
      ['og:image', image],
    ] as const;
    const metas = tags
      .filter(([, content]) => content !== '')
      .map(([name, content]) => `<meta property="${name}" content="${Bun.escapeHTML(content)}">\n`);
    if (description !== '') {
      metas.push(`<meta name="description" content="${Bun.escapeHTML(description)}">\n`);
    }
    const html = `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>${Bun.escapeHTML(title === '' ? shortLink : title)}</title>
<meta name="twitter:card" content="${image === '' ? 'summary' : 'summary_large_image'}">
${metas.join('')}</head>
<body></body>
</html>
`;
    return new Response(html, {
      headers: {
        ...headers,
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, no-store',
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
        'X-Robots-Tag': 'noindex',
      },
    });
  };
}
