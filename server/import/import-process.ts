import type { ImportReport } from '../../contracts/import.ts';
import type { Actor } from '../audit/actor.ts';
import { recordLinks } from '../audit/record.ts';
import type { Engine } from '../engine/engine.ts';
import { OwnCommand, type OwnCommandOptions } from '../own-command.ts';

export interface ImportProcessOptions extends OwnCommandOptions {
  readonly engine: Engine;
  readonly ownHostname: string | null;
}

/** Imports in a separate process, because parsing 10 MB of JSON blocks a thread. */
export class ImportProcess {
  readonly #options: ImportProcessOptions;
  readonly #command: OwnCommand<ImportReport>;

  constructor(options: ImportProcessOptions) {
    this.#options = options;
    this.#command = new OwnCommand(options);
  }

  /** Throws `import.unreadable` and `storage.full`. Links back to `hostname` fail. */
  async import(file: Uint8Array, hostname: string, actor: Actor): Promise<ImportReport> {
    const { engine, ownHostname } = this.#options;
    const own = ownHostname === null ? [hostname] : [hostname, ownHostname];
    const names = own.map((name) => `--own-host=${name}`);
    try {
      const report = await this.#command.run(['import', '--report', ...names, '-'], file);
      const { imported } = report;
      await engine.write((tx) => recordLinks(tx, actor, 'site.imported', imported));
      return report;
    } finally {
      // This process must know the changes of the import before it answers.
      await engine.changes.pull();
    }
  }

  /** Ends a running import. Stored rows stay; the same file again completes it. */
  close(): Promise<void> {
    return this.#command.close();
  }

  /** Like `close`, without waiting for the process to exit. */
  kill(): void {
    this.#command.kill();
  }
}
