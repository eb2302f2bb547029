import { answerText } from '../http/answer/etag.ts';
import { pageBackgrounds } from './head-tags.ts';
import type { Site } from './site.ts';

const icons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

export function serveManifest(site: Site, request: Request): Response {
  const { title, description } = site.info;
  const text = JSON.stringify({
    name: title,
    short_name: title,
    ...(description === '' ? {} : { description }),
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: pageBackgrounds.light,
    theme_color: pageBackgrounds.light,
    icons,
    share_target: {
      action: '/admin/share',
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  });
  return answerText(request, text, {
    'Content-Type': 'application/manifest+json',
    'Cache-Control': 'public, max-age=3600',
  });
}
