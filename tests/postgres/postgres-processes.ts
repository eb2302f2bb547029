import { globSync, readFileSync, readlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

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

/** PostgreSQL refuses to run as root. */
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

export function asUser(user: ServerUser | null): string[] {
  if (user === null) return [];
  return ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--'];
}

/** Reads the log until the server accepts connections. Throws with the log when it ends first. */
export async function awaitReady(stream: ReadableStream<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  let log = '';
  for await (const chunk of stream) {
    log += decoder.decode(chunk, { stream: true });
    if (/ready to accept (read-only )?connections/.test(log)) return;
  }
  throw new Error(`PostgreSQL ended before it was ready:\n${log}`);
}

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

/** The server process of a data directory, or null. Never another process with the same id. */
function findPostmaster(directory: string): number | null {
  try {
    const pid = Number(readFileSync(`${directory}/postmaster.pid`, 'utf8').split('\n')[0]);
    return isIn(directory, pid) ? pid : null;
  } catch {
    return null;
  }
}

/** Every server process works in its data directory until it has released its resources. */
function isIn(directory: string, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory;
  } catch {
    return false;
  }
}

export function signalServer(directory: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const postmaster = expectPostmaster(directory);
  // The postmaster first: once it is frozen, it starts no further process.
  send(postmaster, signal);
  for (const child of listChildren(postmaster)) send(child, signal);
}

/** Kills a server; resolves when its processes have released everything. */
export async function killServer(directory: string): Promise<void> {
  const postmaster = expectPostmaster(directory);
  // A frozen postmaster does not react to the death of its children.
  send(postmaster, 'SIGSTOP');
  const processes = [...listChildren(postmaster), postmaster];
  for (const pid of processes) send(pid, 'SIGKILL');
  // The processes are not our children, so their end is only visible by polling.
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
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** The watcher waits until its standard input closes, then ends the server and cleans up. */
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

/** Ends the server when this process ends in any way; `end` ends it at once. */
export function watchServer(directory: string, home: string): { end(): Promise<void> } {
  const watcher = Bun.spawn(['sh', '-c', WATCH, 'watch', directory, home], {
    // Its own session survives a signal to the test run.
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
