import { knowsEtag } from '../http/etag.ts';
import { grounds } from './head-tags.ts';
import type { Site } from './site.ts';

const icons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** Answers a request for the web manifest, which names the site as its owner does at that moment. */
export function serveManifest(site: Site, request: Request): Response {
  const { title, description } = site.info;
  const text = JSON.stringify({
    name: title,
    short_name: title,
    ...(description === '' ? {} : { description }),
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: grounds.light,
    theme_color: grounds.light,
    icons,
    share_target: {
      action: '/admin/share',
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  });
  const etag = `W/"${Bun.hash(text).toString(36)}"`;
  const headers = {
    'Content-Type': 'application/manifest+json',
    'Cache-Control': 'public, max-age=3600',
    ETag: etag,
  };
  return knowsEtag(request, etag)
    ? new Response(null, { status: 304, headers })
    : new Response(text, { headers });
}
