import { createReadStream, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openBackupFolder } from '../engine/sqlite-backup.ts';
import { OwnCommand, type OwnCommandOptions } from '../own-command.ts';

const PREFIX = 'download-';

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

  /** The content of a new backup, which lies on the disk no longer than it is read. */
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

  #removeLeftovers(): void {
    for (const name of readdirSync(this.#folder)) {
      if (name.startsWith(PREFIX)) rmSync(join(this.#folder, name), { force: true });
    }
  }
}

/** Reads a file to its end, or as far as it is wanted, and removes it. */
function readOnce(path: string): ReadableStream<Uint8Array> {
  const chunks = createReadStream(path)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done !== true) {
        controller.enqueue(value);
        return;
      }
      controller.close();
      await rm(path, { force: true });
    },
    async cancel() {
      await chunks.return?.();
      await rm(path, { force: true });
    },
  });
}
