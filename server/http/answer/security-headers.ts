export function commonHeaders(hsts: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer-when-downgrade',
    ...(hsts ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

export const apiHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

export type Directive =
  | 'connect-src'
  | 'font-src'
  | 'form-action'
  | 'frame-src'
  | 'img-src'
  | 'media-src'
  | 'style-src'
  | 'style-src-attr';

export type Sources = ReadonlyMap<Directive, ReadonlySet<string>>;

export function pageHeaders(nonce: string, ...allowed: readonly Sources[]): Record<string, string> {
  const rules = new Map([
    ['default-src', new Set(["'self'"])],
    ['script-src', new Set([`'nonce-${nonce}'`, "'strict-dynamic'"])],
    ['style-src', new Set(["'self'", `'nonce-${nonce}'`])],
    ['img-src', new Set(["'self'", 'data:'])],
    ['object-src', new Set(["'none'"])],
    ['base-uri', new Set(["'none'"])],
    ['form-action', new Set(["'self'"])],
    ['frame-ancestors', new Set(["'none'"])],
  ]);
  for (const [directive, sources] of allowed.flatMap((map) => Array.from(map))) {
    const rule = rules.get(directive) ?? new Set(directive === 'style-src-attr' ? [] : ["'self'"]);
    rules.set(directive, rule.union(sources));
  }
  return {
    'Content-Type': 'text/html; charset=utf-8',
    // `no-store` would also disable the browser's back-forward cache.
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': [...rules]
      .map(([directive, sources]) => [directive, ...sources].join(' '))
      .join('; '),
  };
}

export function createNonce(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toBase64();
}
