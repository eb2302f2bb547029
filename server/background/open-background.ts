import { sql } from 'kysely';
import type { CountFollower } from '../clicks/open-clicks.ts';
import type { Engine } from '../engine/engine.ts';
import type { Feature } from '../feature.ts';
import type { OwnCommandOptions } from '../own-command.ts';
import { removeProjection } from '../stats/warehouse/projection-file.ts';
import { BackgroundProcess } from './background-process.ts';

interface BackgroundOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly command: OwnCommandOptions;
  readonly onError: (error: unknown) => void;
}

export interface Background extends Feature {
  readonly process: BackgroundProcess;
  /** Must be called once, before the first count. */
  follow(follower: CountFollower): void;
  close(): Promise<void>;
  kill(): void;
}

export function openBackground(options: BackgroundOptions): Background {
  const { engine, dataDir, command, onError } = options;
  let follower: CountFollower | null = null;
  const process = new BackgroundProcess({
    ...command,
    assertAvailable: () => sql`select 1`.execute(engine.db),
    onCounted: (counted) => follower?.onCounted(counted),
    onDeath(death) {
      onError(death);
      follower?.onDeath();
    },
    // The file would crash DuckDB again.
    onCrash: () => removeProjection(dataDir),
  });
  return {
    process,
    follow(next) {
      follower = next;
    },
    jobs: [
      {
        name: 'checkpoint',
        everySeconds: 1,
        async run() {
          if (await engine.needsCheckpoint()) await process.work.checkpoint();
        },
      },
    ],
    close: () => process.close(),
    kill: () => process.kill(),
  };
}
