import { expect, test } from 'bun:test';
import { loadModules } from '../../../scripts/dev-page.ts';
import { openSetUpSite } from '../set-up-site.ts';

test('a page in development loads modules in place of built files', async () => {
  await using site = await openSetUpSite();
  for (const path of ['/', '/login', '/docs']) {
    const built = await (await site.fetch(path)).text();
    expect(built).toContain('"/assets/');
    const page = loadModules(built);
    expect(page).not.toContain('"/assets/');
    const nonce = /<meta property="csp-nonce" nonce="([^"]+)">/.exec(page)![1];
    const scripts = [
      ...page.matchAll(/<script type="module"(?: src="([^"]+)")? nonce="([^"]+)">/g),
    ];
    expect(scripts.map(([, source, own]) => [source, own])).toEqual([
      [undefined, nonce],
      ['/@dev/@vite/client', nonce],
      ['/@dev/main.tsx', nonce],
    ]);
  }
});

test('a page without built files is the same in development', async () => {
  await using site = await openSetUpSite();
  const page = await (await site.fetch('/unknown')).text();
  expect(loadModules(page)).toBe(page);
});
