import { readdirSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadBackup } from '../../contracts/backup.ts';
import { actorOf } from '../audit/actor.ts';
import { recordSaved } from '../audit/record.ts';
import type { Engine } from '../engine/engine.ts';
import { openBackupFolder } from '../engine/sqlite/backup.ts';
import type { Feature } from '../feature.ts';
import { endpoint, sendFile } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { OwnCommand, type OwnCommandOptions } from '../own-command.ts';

const PREFIX = 'download-';
const CHUNK_BYTES = 256 * 1024;

interface OpenBackupsOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly command: OwnCommandOptions;
  readonly onError: (error: unknown) => void;
}

/** Only the owner of the data directory may open this: it deletes leftover files. */
export function openBackups({ engine, dataDir, command, onError }: OpenBackupsOptions): Feature {
  if (engine.sql.isShared) {
    return { routes: [endpoint(downloadBackup, refuseBackup)] };
  }
  const folder = openBackupFolder(dataDir);
  const backups = new OwnCommand<null>(command);
  removeLeftovers(folder);
  return {
    routes: [
      endpoint(downloadBackup, async (_, call) => {
        await recordSaved(engine, actorOf(call), 'site.backed_up', onError);
        const file = join(folder, `${PREFIX}${crypto.randomUUID()}.db`);
        await backups.run(['backup', '--report', file]);
        const day = new Date().toISOString().slice(0, 10);
        return sendFile(`brisk-${day}.db`, 'application/vnd.sqlite3', await streamAndDelete(file));
      }),
    ],
    async close() {
      await backups.close();
      removeLeftovers(folder);
    },
    kill: () => backups.kill(),
  };
}

function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(PREFIX)) rmSync(join(folder, name), { force: true });
  }
}

/** Unlinks the open file first, so that the disk space returns even when this process dies. */
async function streamAndDelete(path: string): Promise<ReadableStream<Uint8Array>> {
  const file = await open(path);
  await rm(path);
  return new ReadableStream({
    async pull(controller) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES));
      if (bytesRead > 0) {
        controller.enqueue(buffer.subarray(0, bytesRead));
        return;
      }
      await file.close();
      controller.close();
    },
    cancel: () => file.close(),
  });
}

function refuseBackup(): Promise<never> {
  return Promise.reject(new Problem('backup.elsewhere'));
}
