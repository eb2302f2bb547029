import type { Config } from '../config.ts';
import { wakeSooner } from '../priority.ts';
import { VERSION } from '../version.ts';
import { printMessage, type ExitCode } from './terminal.ts';

/** After 5 s a supervisor would kill the server. */
const STOP_MS = 4500;

export async function serve(config: Config): Promise<ExitCode> {
  wakeSooner();
  const { startServer } = await import('../serve.ts');
  const server = await startServer(config);
  const stopped = new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      server.stop().then(resolve, reject);
      // Clicks are safe in the journal. A hung child process would outlive the server.
      setTimeout(() => {
        server.kill();
        printMessage('brisk: stopping took too long');
        process.exit(1);
      }, STOP_MS).unref();
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  });
  await server.ready;
  printMessage(`Brisk ${VERSION} is ready: ${config.baseUrl?.href ?? localUrl(server.url)}`);
  await stopped;
  return 0;
}

export async function runAsWorker(): Promise<ExitCode> {
  wakeSooner();
  const { runWorker } = await import('../workers/worker.ts');
  await runWorker();
  return 0;
}

export async function runAsBackground(config: Config): Promise<ExitCode> {
  const { runBackground } = await import('../background/background.ts');
  await runBackground(config);
  return 0;
}

function localUrl(url: string): string {
  return url.replace('//0.0.0.0', '//localhost').replace('//[::]', '//localhost');
}
