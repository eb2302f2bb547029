import type { Social } from '../../contracts/links/routing.ts';

/** A page that only programs read: Open Graph tags without scripts and styles. */
export function createCardPage(headers: Readonly<Record<string, string>>) {
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
