import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { newPassword } from '../contracts/account.ts';
import { readConfig, type Config } from './config.ts';
import { flushClicks, resetPassword } from './maintenance.ts';
import { startServer } from './serve.ts';
import { VERSION } from './version.ts';

const USAGE = `Brisk ${VERSION}: short links you host yourself

Usage: brisk [command]

  serve         serve the site (default)
  flush         add the clicks in the journal to the counts now
  user reset    set a new password, asked for or read from standard input, and end all logins
  version       print the version

Settings come from the environment, or as NAME_FILE from a file: PORT, HOST, DATA_DIR, BASE_URL, CLICK_FLUSH_SECONDS,
TRUSTED_PROXIES, LOG_LEVEL, ADMIN_USERNAME, ADMIN_EMAIL, ADMIN_PASSWORD.
`;

/** Exit codes: done, failed, wrong use. */
type ExitCode = 0 | 1 | 2;

const commands: Readonly<Record<string, (config: Config) => Promise<ExitCode>>> = {
  serve,
  flush,
  'user reset': resetUser,
};

async function run(args: readonly string[]): Promise<ExitCode> {
  const options = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' },
  } as const;
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    tell(`${explain(error)}\n\n${USAGE}`);
    return 2;
  }
  const { values, positionals } = parsed;
  const name = positionals.join(' ') || 'serve';
  if (values.help === true || name === 'help') return print(USAGE);
  if (values.version === true || name === 'version') return print(`${VERSION}\n`);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    tell(`unknown command "${name}"\n\n${USAGE}`);
    return 2;
  }
  return command(readConfig(process.env));
}

async function serve(config: Config): Promise<ExitCode> {
  const server = await startServer(config);
  const stopped = new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      server.stop().then(resolve, reject);
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  });
  await server.ready;
  tell(`Brisk ${VERSION} is ready: ${config.baseUrl?.href ?? localUrl(server.url)}`);
  await stopped;
  return 0;
}

async function flush(config: Config): Promise<ExitCode> {
  const clicks = await flushClicks(config, (error) => tell(`brisk: ${explain(error)}`));
  tell(`${clicks} clicks counted`);
  return 0;
}

async function resetUser(config: Config): Promise<ExitCode> {
  const password = newPassword.safeParse(await readSecret('New password: '));
  if (!password.success) {
    tell('the password must have 6 to 256 characters');
    return 2;
  }
  const username = await resetPassword(config, password.data);
  tell(username === null ? 'the site is not set up yet' : `the password of ${username} is changed`);
  return username === null ? 1 : 0;
}

/** Reads one line; at a terminal it asks for it and shows nothing of what is typed. */
async function readSecret(prompt: string): Promise<string> {
  const terminal = process.stdin.isTTY;
  if (terminal) process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal });
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  });
  lines.close();
  if (terminal) process.stderr.write('\n');
  return line;
}

/** The address to click on: a server that listens everywhere is reached as localhost. */
function localUrl(url: string): string {
  return url.replace('//0.0.0.0', '//localhost').replace('//[::]', '//localhost');
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function print(text: string): ExitCode {
  process.stdout.write(text);
  return 0;
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  tell(`brisk: ${explain(error)}`);
  process.exitCode = 1;
}
