import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

interface Asset {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly br: Uint8Array<ArrayBuffer> | undefined;
  readonly gzip: Uint8Array<ArrayBuffer> | undefined;
}

/** Answers a request for a file of the web page, or null when there is none at that path. */
export type ServeAsset = (path: string, request: Request) => Response | null;

/**
 * Reads the built web page into memory. A file `x` may have `x.br` and `x.gz` beside it, made by
 * the build: they go to those who accept them. Names under `/assets/` carry a hash of what is in
 * them, so they may be kept for ever.
 */
export function openAssets(
  directory: string,
  headers: Readonly<Record<string, string>>,
): ServeAsset {
  const assets = new Map<string, Asset>();
  const names = new Set(readdirSync(directory, { recursive: true }).map(String));
  const read = (name: string) =>
    names.has(name) ? new Uint8Array(readFileSync(join(directory, name))) : undefined;
  for (const name of names) {
    const type = types[extname(name)];
    const plain = type === undefined ? undefined : read(name);
    if (type === undefined || plain === undefined) continue;
    const etag = `"${Bun.hash(plain).toString(36)}"`;
    assets.set(`/${name}`, {
      etag,
      plain,
      br: read(`${name}.br`),
      gzip: read(`${name}.gz`),
      headers: {
        ...headers,
        'Content-Type': type,
        'Cache-Control': name.startsWith('assets/')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
        ETag: etag,
        Vary: 'Accept-Encoding',
      },
    });
  }
  return (path, request) => {
    const asset = assets.get(path);
    return asset === undefined ? null : answer(asset, request);
  };
}

function answer(asset: Asset, request: Request): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { ...asset.headers, Allow: 'GET, HEAD' } });
  }
  if (matches(request.headers.get('if-none-match'), asset.etag)) {
    return new Response(null, { status: 304, headers: asset.headers });
  }
  const accepted = request.headers.get('accept-encoding') ?? '';
  if (asset.br !== undefined && accepts(accepted, 'br')) {
    return new Response(asset.br, { headers: { ...asset.headers, 'Content-Encoding': 'br' } });
  }
  if (asset.gzip !== undefined && accepts(accepted, 'gzip')) {
    return new Response(asset.gzip, { headers: { ...asset.headers, 'Content-Encoding': 'gzip' } });
  }
  return new Response(asset.plain, { headers: asset.headers });
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

function accepts(acceptEncoding: string, coding: string): boolean {
  return acceptEncoding.split(',').some((entry) => {
    const [name, quality] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === coding && !/^q=0(\.0*)?$/.test(quality ?? '');
  });
}
