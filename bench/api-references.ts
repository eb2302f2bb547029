import axe from 'axe-core';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { describeApi } from '../server/docs/openapi.ts';
import { createNonce, pageHeaders } from '../server/http/answer/security-headers.ts';
import { launchBrowser } from '../tests/browser/test-browser.ts';

interface Reference {
  readonly folder: string;
  /** A body for `/openapi.json` in Chinese, if the library speaks it. */
  readonly body: string;
}

const references: Readonly<Record<string, Reference>> = {
  scalar: {
    folder: '@scalar/api-reference/dist',
    body: `<link rel="stylesheet" href="/scalar/style.css"><div id="app"></div>
<script nonce="NONCE" type="module">
import { createApiReference } from '/scalar/browser/standalone.esm.js';
createApiReference('#app', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  localization: { locale: 'zh-CN' },
});
</script>`,
  },
  rapidoc: {
    folder: 'rapidoc/dist',
    body: `<script nonce="NONCE" type="module" src="/rapidoc/rapidoc-min.js"></script>
<rapi-doc spec-url="/openapi.json" load-fonts="false"></rapi-doc>`,
  },
  swagger: {
    folder: 'swagger-ui-dist',
    body: `<link rel="stylesheet" href="/swagger/swagger-ui.css"><div id="app"></div>
<script nonce="NONCE" src="/swagger/swagger-ui-bundle.js"></script>
<script nonce="NONCE">SwaggerUIBundle({ url: '/openapi.json', dom_id: '#app' })</script>`,
  },
};

/** A text of the first call: when it shows, the reference is ready. */
const FIRST_CALL = 'Create a short link';

const QUIET_MS = 3000;

/** What each reference loads, what axe finds, and what the policy of Brisk's pages blocks. */
export async function measureApiReferences(installed: string): Promise<object> {
  const browser = await launchBrowser();
  try {
    const results: Record<string, object> = {};
    for (const [name, reference] of Object.entries(references)) {
      results[name] = await measureReference(browser, name, {
        ...reference,
        folder: join(installed, 'node_modules', reference.folder),
      });
    }
    return results;
  } finally {
    await browser.close();
  }
}

async function measureReference(
  browser: Browser,
  name: string,
  { folder, body }: Reference,
): Promise<object> {
  let bytes = 0;
  const server = Bun.serve({
    port: 0,
    routes: { '/': () => writePage(body), '/openapi.json': () => Response.json(describeApi('0')) },
    fetch: async (request) => {
      const file = Bun.file(join(folder, new URL(request.url).pathname.slice(name.length + 1)));
      if (!(await file.exists())) return new Response(null, { status: 404 });
      const content = await file.bytes();
      bytes += gzipSync(content, { level: 9 }).length;
      return new Response(file);
    },
  });
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  let blocked = 0;
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked += 1;
  });
  await page.goto(server.url.href, { waitUntil: 'networkidle' });
  await page.getByText(FIRST_CALL).first().waitFor();
  // Some load their largest parts when the page is quiet.
  for (let before = -1; before < bytes; await Bun.sleep(QUIET_MS)) before = bytes;
  await page.evaluate(axe.source);
  const violations = await page.evaluate<number>(
    'axe.run().then(({ violations }) => violations.flatMap(({ nodes }) => nodes).length)',
  );
  await server.stop(true);
  return { kib: Math.round(bytes / 1024), axe_violations: violations, blocked_styles: blocked };
}

function writePage(body: string): Response {
  const nonce = createNonce();
  const html = `<!doctype html><html lang="en"><head><title>API</title></head><body>${body.replaceAll('NONCE', nonce)}</body></html>`;
  return new Response(html, { headers: pageHeaders(nonce) });
}
