import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { matchesEtag } from './etag.ts';
import { chooseCoding } from './choose-coding.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
};

const codings = [
  { coding: 'br', extension: '.br' },
  { coding: 'gzip', extension: '.gz' },
  { coding: '', extension: '' },
] as const;

interface Asset {
  readonly headers: Readonly<Record<string, string>>;
  readonly forms: readonly Form[];
}

interface Form {
  readonly coding: '' | 'br' | 'gzip';
  readonly etag: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type ServeAsset = (path: string, request: Request) => Response | null;

/** The build puts `x.br` and `x.gz` beside a file `x`. Names under `/assets/` contain a hash. */
export function openAssets(directory: string): ServeAsset {
  const assets = new Map<string, Asset>();
  const names = new Set(readdirSync(directory, { recursive: true }).map(String));
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const hash = Bun.hash(readFileSync(join(directory, name))).toString(36);
    const forms = codings.flatMap(({ coding, extension }): Form[] => {
      if (!names.has(name + extension)) return [];
      const bytes = new Uint8Array(readFileSync(join(directory, name + extension)));
      return [{ coding, etag: `"${hash}${extension}"`, bytes }];
    });
    const lasting = name.startsWith('assets/');
    const headers = {
      'Content-Type': type,
      'Cache-Control': lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      Vary: 'Accept-Encoding',
    };
    assets.set(`/${name}`, { headers, forms });
  }
  return (path, request) => {
    const asset = assets.get(path);
    return asset === undefined ? null : answer(asset, request);
  };
}

function answer({ headers, forms }: Asset, request: Request): Response {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const codings = forms.map(({ coding }) => coding);
  const preferred = chooseCoding(accepted, codings) ?? '';
  const form = forms.find(({ coding }) => coding === preferred)!;
  const held = [form, ...forms].find(({ etag }) => matchesEtag(request, etag));
  if (held !== undefined) {
    return new Response(null, { status: 304, headers: { ...headers, ETag: held.etag } });
  }
  const full = { ...headers, ETag: form.etag };
  if (form.coding === '') return new Response(form.bytes, { headers: full });
  return new Response(form.bytes, { headers: { ...full, 'Content-Encoding': form.coding } });
}
