import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createServer } from 'vite';
import { DevSite } from './dev-site.ts';
import { loadModules, MODULES } from './dev-page.ts';
import { buildWebIfStale } from './web.ts';

/*
 * Serves the site with reload: modules of the page come from Vite, everything else from a Brisk
 * server that restarts when its sources change.
 */

const PORT = Number(process.env['PORT'] ?? '3080');
const ROOT = join(import.meta.dir, '..');
/** Sources of the server. Vite watches those of the page. */
const SERVER_SOURCES = /^(?:server|contracts)\/(?!.*\.test\.ts$).*\.ts$/;

// The server reads the names of the page's files from a build.
await buildWebIfStale();
const site = new DevSite(process.env['DATA_DIR'] ?? './data-dev');
const front = http.createServer((request, response) => void answer(request, response));
const vite = await createServer({
  configFile: 'web/vite.config.ts',
  base: MODULES,
  appType: 'custom',
  logLevel: 'info',
  server: { middlewareMode: true, ws: { server: front } },
});
vite.watcher.add(['server', 'contracts'].map((folder) => join(ROOT, folder)));
vite.watcher.on('all', (event, file) => {
  const path = file.slice(ROOT.length + 1);
  if (!SERVER_SOURCES.test(path) || event === 'addDir') return;
  console.error(`${path} changed: restarting the server`);
  site.restart();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
front.listen(PORT, () => console.error(`Development: http://localhost:${PORT}`));
site.restart();

async function stop(): Promise<void> {
  await site.stop();
  process.exit(0);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.startsWith(MODULES) === true) {
    vite.middlewares(request, response);
    return;
  }
  try {
    passOn(await site.port(), request, response);
  } catch (error) {
    fail(response, error);
  }
}

function passOn(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers, socket } = request;
  const inner = http.request(
    {
      port,
      host: '127.0.0.1',
      method,
      path: url,
      headers: {
        ...headers,
        // Pages are changed on their way.
        'accept-encoding': 'identity',
        'x-forwarded-for': socket.remoteAddress,
      },
    },
    (answer) => {
      const { statusCode = 502, headers: received } = answer;
      if (received['content-type']?.startsWith('text/html') !== true) {
        response.writeHead(statusCode, received);
        answer.pipe(response);
        return;
      }
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const page = loadModules(Buffer.concat(chunks).toString());
        response.writeHead(statusCode, { ...received, 'content-length': Buffer.byteLength(page) });
        response.end(request.method === 'HEAD' ? undefined : page);
      });
    },
  );
  inner.on('error', (error) => fail(response, error));
  response.on('close', () => inner.destroy());
  request.pipe(inner);
}

function fail(response: ServerResponse, error: unknown): void {
  if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' });
  response.end(`The server does not answer: ${String(error)}\n`);
}
