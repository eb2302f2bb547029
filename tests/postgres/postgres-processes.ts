import { globSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** The programs of the newest PostgreSQL on this machine. */
export function findBinaries(): string {
  const found = globSync('/usr/lib/postgresql/*/bin/postgres')
    .map((file) => file.slice(0, -'/postgres'.length))
    .map((directory) => ({ directory, version: Number(directory.split('/')[4]) }))
    .filter(({ version }) => version >= 15)
    .sort((a, b) => b.version - a.version)[0];
  if (found === undefined)
    throw new Error('there is no PostgreSQL 15 or later: install postgresql');
  return found.directory;
}

/** Who runs the server: it refuses to be run by root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

export function findServerUser(): ServerUser | null {
  if (userInfo().uid !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('there is no user postgres or nobody to run PostgreSQL as');
}

/** The words before a command that make that user run it. */
export function asUser(user: ServerUser | null): string[] {
  if (user === null) return [];
  return ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--'];
}

/** Reads what a server logs until it accepts connections; throws that when it ends before. */
export async function awaitReady(stream: ReadableStream<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  let log = '';
  for await (const chunk of stream) {
    log += decoder.decode(chunk, { stream: true });
    if (/ready to accept (read-only )?connections/.test(log)) return;
  }
  throw new Error(`PostgreSQL ended before it was ready:\n${log}`);
}

/** Runs one of PostgreSQL's programs to its end; throws what it says when that is a bad one. */
export async function runProgram(program: string, args: readonly string[]): Promise<void> {
  const child = Bun.spawn([...asUser(findServerUser()), join(findBinaries(), program), ...args], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
    cwd: '/',
  });
  const errors = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${program} failed:\n${errors}`);
}

export async function findFreePort(host: string): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, host, resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The process that runs a data directory, or null; never another that has its number by now. */
function findPostmaster(directory: string): number | null {
  try {
    const pid = Number(readFileSync(`${directory}/postmaster.pid`, 'utf8').split('\n')[0]);
    return isIn(directory, pid) ? pid : null;
  } catch {
    return null;
  }
}

/** Every process of a server works in its data directory, until it has given back what it held. */
function isIn(directory: string, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory;
  } catch {
    return false;
  }
}

/** Stops the time for a server, or lets it go on. */
export function signalServer(directory: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const postmaster = expectPostmaster(directory);
  // It starts the others: once it stands still there are no more of them.
  send(postmaster, signal);
  for (const child of listChildren(postmaster)) send(child, signal);
}

/** Kills a server; resolves when none of its processes holds anything any more. */
export async function killServer(directory: string): Promise<void> {
  const postmaster = expectPostmaster(directory);
  // While it stands still it sees none of its children die.
  send(postmaster, 'SIGSTOP');
  const processes = [...listChildren(postmaster), postmaster];
  for (const pid of processes) send(pid, 'SIGKILL');
  // They are no children of ours, so that nobody tells us of their end.
  while (processes.some((pid) => isIn(directory, pid))) await Bun.sleep(1);
}

function expectPostmaster(directory: string): number {
  const postmaster = findPostmaster(directory);
  if (postmaster === null) throw new Error('PostgreSQL does not run');
  return postmaster;
}

function listChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Waits for the end of its standard input, which comes when the process that started it is gone in
 * whatever way; then ends the server in the directory and takes the directory away.
 */
const WATCH = `
trap '' INT TERM HUP
read -r _
pid=$(head -n 1 "$1/postmaster.pid" 2>/dev/null)
if [ -n "$pid" ] && [ "$(readlink "/proc/$pid/cwd")" = "$1" ]; then
  kill -CONT $(cat "/proc/$pid/task/$pid/children") "$pid"
  kill -QUIT "$pid"
  tries=0
  while [ -e "/proc/$pid/cwd" ] && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
  [ -e "/proc/$pid/cwd" ] && kill -KILL $(cat "/proc/$pid/task/$pid/children") "$pid"
else
  # A server that was killed has left its shared memory.
  segment=$(awk 'NR == 7 { print $2 }' "$1/postmaster.pid" 2>/dev/null)
  [ -n "$segment" ] && ipcrm -m "$segment"
fi
rm -rf "$2"
`;

/** Sees to it that nothing of a server outlives this process; `end` does the same at once. */
export function watchServer(directory: string, home: string): { end(): Promise<void> } {
  const watcher = Bun.spawn(['sh', '-c', WATCH, 'watch', directory, home], {
    // In a session of its own, so that it survives what kills the tests.
    detached: true,
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
  });
  watcher.unref();
  return {
    end: async () => {
      watcher.ref();
      await watcher.stdin.end();
      await watcher.exited;
    },
  };
}
