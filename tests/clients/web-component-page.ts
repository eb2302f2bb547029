import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientsFolder, type Values } from './run-client.ts';

const source = `
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { ShlinkApiClient } from '@shlinkio/shlink-js-sdk';
import { FetchHttpClient } from '@shlinkio/shlink-js-sdk/fetch';
import { ShlinkWebComponent } from '@shlinkio/shlink-web-component';
const { SITE: baseUrl, TOKEN: apiKey } = globalThis.values;
const apiClient = new ShlinkApiClient(new FetchHttpClient(), { baseUrl, apiKey });
const { version } = await apiClient.health();
createRoot(document.getElementById('root')).render(
  <BrowserRouter><ShlinkWebComponent apiClient={apiClient} serverVersion={version} /></BrowserRouter>,
);
`;

/** A dialog closes when its transition ends. */
const style = `<style>
dialog form { opacity: 0; transition: opacity 1ms }
dialog form[data-open] { opacity: 1 }
</style>`;

/** Serves a page with Shlink's web component at an origin of its own. */
export async function serveWebComponent(values: Values): Promise<Bun.Server<undefined>> {
  const script = await bundle();
  const head = `<!doctype html><html lang="en"><title>Shlink</title><link rel="icon" href="data:,">${style}`;
  const page = `${head}<div id="root"></div><script>values = ${JSON.stringify(values)}</script>
<script type="module" src="/page.js"></script></html>`;
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) =>
      new URL(url).pathname === '/page.js'
        ? new Response(script, { headers: { 'content-type': 'text/javascript' } })
        : new Response(page, { headers: { 'content-type': 'text/html' } }),
  });
}

/** The entry lies beside the packages, where their names resolve. */
async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(clientsFolder, 'page-'));
  try {
    const entry = join(folder, 'page.tsx');
    writeFileSync(entry, source);
    const { outputs } = await Bun.build({
      entrypoints: [entry],
      target: 'browser',
      minify: true,
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    return await outputs[0]!.text();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
