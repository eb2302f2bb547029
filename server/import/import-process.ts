import type { ImportReport } from '../../contracts/import.ts';
import type { Engine } from '../engine/engine.ts';
import { OwnCommand, type OwnCommandOptions } from '../own-command.ts';

interface ImportProcessOptions extends OwnCommandOptions {
  readonly engine: Engine;
  /** The name in `BASE_URL`, when there is one. */
  readonly ownHostname: string | null;
}

/** Imports in a process of its own: reading ten megabytes of JSON keeps a thread busy. */
export class ImportProcess {
  readonly #options: ImportProcessOptions;
  readonly #command: OwnCommand<ImportReport>;

  constructor(options: ImportProcessOptions) {
    this.#options = options;
    this.#command = new OwnCommand(options);
  }

  /** Throws `import.unreadable` and `storage.full`; links back to `hostname` are refused. */
  async import(file: Uint8Array, hostname: string): Promise<ImportReport> {
    const { engine, ownHostname } = this.#options;
    const own = ownHostname === null ? [hostname] : [hostname, ownHostname];
    const names = own.map((name) => `--own-host=${name}`);
    try {
      return await this.#command.run(['import', '--report', ...names, '-'], file);
    } finally {
      // What the other process has changed must be known here before the answer is.
      await engine.changes.pull();
    }
  }

  /** Ends an import under way: what it has stored stays, and the same file again completes it. */
  close(): Promise<void> {
    return this.#command.close();
  }

  /** The same at once, without waiting for it to be gone. */
  kill(): void {
    this.#command.kill();
  }
}
