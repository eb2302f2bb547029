import { readdirSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openBackupFolder } from '../engine/sqlite/backup.ts';
import { OwnCommand, type OwnCommandOptions } from '../own-command.ts';

const PREFIX = 'download-';
const CHUNK_BYTES = 256 * 1024;

export class BackupProcess {
  readonly #folder: string;
  readonly #command: OwnCommand<null>;

  /** Only the owner of the data directory may create this: it deletes leftover files. */
  constructor(dataDir: string, options: OwnCommandOptions) {
    this.#folder = openBackupFolder(dataDir);
    this.#command = new OwnCommand(options);
    this.#removeLeftovers();
  }

  async open(): Promise<ReadableStream<Uint8Array>> {
    const file = join(this.#folder, `${PREFIX}${crypto.randomUUID()}.db`);
    await this.#command.run(['backup', '--report', file]);
    return streamAndDelete(file);
  }

  async close(): Promise<void> {
    await this.#command.close();
    this.#removeLeftovers();
  }

  kill(): void {
    this.#command.kill();
  }

  #removeLeftovers(): void {
    for (const name of readdirSync(this.#folder)) {
      if (name.startsWith(PREFIX)) rmSync(join(this.#folder, name), { force: true });
    }
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
