import { rmSync } from 'node:fs';
import { createDataDir } from '../journeys/test-site.ts';
import { runCommand, TestProcess } from '../journeys/test-process.ts';
import { BROWSER } from '../support/parallel-visitors.ts';
import { SiteCaller } from '../torture/site-caller.ts';

/** A server of a site with several. It keeps its data directory when it is killed. */
export class Node implements AsyncDisposable {
  readonly dataDir = createDataDir();
  readonly #env: Readonly<Record<string, string>>;
  #process: TestProcess | null = null;

  constructor(databaseUrl: string, env: Readonly<Record<string, string>> = {}) {
    this.#env = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', ...env };
  }

  async start(): Promise<TestProcess> {
    this.#process = await TestProcess.start(this.dataDir, this.#env);
    return this.#process;
  }

  get server(): TestProcess {
    if (this.#process === null) throw new Error('the node was not started');
    return this.#process;
  }

  caller(token: string | null = null): SiteCaller {
    return new SiteCaller(this.server.url, token);
  }

  /** The target of a redirect, or the status. */
  async visit(code: string): Promise<string | number> {
    const headers = { 'User-Agent': BROWSER };
    const answer = await fetch(new URL(code, this.server.url), { redirect: 'manual', headers });
    return answer.headers.get('location') ?? answer.status;
  }

  async readHealth(): Promise<number> {
    return (await fetch(new URL('healthz', this.server.url))).status;
  }

  /** Counts the clicks that the server left in its journal. */
  async flush(): Promise<void> {
    const { exitCode, stderr } = await runCommand(['flush'], this.dataDir, { env: this.#env });
    if (exitCode !== 0) throw new Error(`nothing was counted: ${stderr}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process?.end('SIGKILL');
    rmSync(this.dataDir, { recursive: true });
  }
}

export function databaseOf(databaseUrl: string): string {
  return new URL(databaseUrl).pathname.slice(1);
}

export async function startNodes(
  count: number,
  databaseUrl: string,
  env?: Readonly<Record<string, string>>,
): Promise<AsyncDisposableStack & { readonly nodes: readonly Node[] }> {
  const stack = new AsyncDisposableStack();
  const nodes = Array.from({ length: count }, () => stack.use(new Node(databaseUrl, env)));
  try {
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
  return Object.assign(stack, { nodes });
}
