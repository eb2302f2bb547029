import { readdirSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openBackupFolder } from '../engine/sqlite-backup.ts';
import { OwnCommand, type OwnCommandOptions } from '../own-command.ts';

const PREFIX = 'download-';
const CHUNK_BYTES = 256 * 1024;

/** Backs the site up in a process of its own, for who downloads it. */
export class BackupProcess {
  readonly #folder: string;
  readonly #command: OwnCommand<null>;

  /** Only the process that owns the data directory may have one. */
  constructor(dataDir: string, options: OwnCommandOptions) {
    this.#folder = openBackupFolder(dataDir);
    this.#command = new OwnCommand(options);
    this.#removeLeftovers();
  }

  /** The content of a new backup, which is on the disk no longer than it is read. */
  async open(): Promise<ReadableStream<Uint8Array>> {
    const file = join(this.#folder, `${PREFIX}${crypto.randomUUID()}.db`);
    await this.#command.run(['backup', '--report', file]);
    return readOnce(file);
  }

  /** Ends a backup under way. */
  async close(): Promise<void> {
    await this.#command.close();
    this.#removeLeftovers();
  }

  /** Kills it, and lets no other begin. */
  kill(): void {
    this.#command.kill();
  }

  #removeLeftovers(): void {
    for (const name of readdirSync(this.#folder)) {
      if (name.startsWith(PREFIX)) rmSync(join(this.#folder, name), { force: true });
    }
  }
}

/**
 * The bytes of a file whose name is removed before the first is read: the file itself goes once
 * it is read to its end or no longer wanted, and also if this process ends before that.
 */
async function readOnce(path: string): Promise<ReadableStream<Uint8Array>> {
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
