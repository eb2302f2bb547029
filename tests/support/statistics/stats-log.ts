import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCounts } from '../../../server/clicks/counts.store.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { AGENT_RULES, type AgentRules } from '../../../server/stats/classify/agents/agent.ts';
import type { OpenRecorder, VisitRecorder } from '../../../server/stats/ingest/visit-recorder.ts';
import type { RecordedVisit } from '../../../server/stats/ingest/visit-reader.ts';
import { Visits } from '../../../server/stats/ingest/visits.ts';
import {
  selectBatches,
  type BatchState,
} from '../../../server/stats/ingest/click-batches.store.ts';
import { MaintainLog } from '../../../server/stats/log/maintain-log.ts';
import { rewriteDay, type ChangeCounts } from '../../../server/stats/log/rewrite-day.ts';
import { Warehouse } from '../../../server/stats/warehouse/warehouse.ts';
import { readVisit } from './read-visit.ts';
import { openTestEngine } from '../test-engine.ts';

export interface StatsSite extends AsyncDisposable {
  readonly engine: Engine;
  readonly warehouse: Warehouse;
}

/** Opens an empty database with its warehouse, whose errors are thrown. */
export async function openStatsSite(): Promise<StatsSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-stats-'));
  const engine = await openTestEngine(dataDir);
  const warehouse = new Warehouse({
    engine,
    dataDir,
    onError(error) {
      throw error;
    },
  });
  return {
    engine,
    warehouse,
    async [Symbol.asyncDispose]() {
      await warehouse.close();
      await engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Reads visits of texts as a drain does, for one transaction. */
export function readVisits(open: OpenRecorder, visits: readonly RecordedVisit[]): Visits {
  const read = new Visits();
  for (const visit of visits) read.add(readVisit(open, visit));
  return read;
}

/** Adds visits to the log in one transaction, without the counts of the links. */
export async function storeVisits(
  engine: Engine,
  recorder: VisitRecorder,
  visits: readonly RecordedVisit[],
): Promise<void> {
  const open = await recorder.open();
  const batch = await open.prepare(readVisits(open, visits));
  await engine.write((tx) => batch.store(tx));
}

/** Rewrites all days before one in a state. */
export async function rewriteBefore(
  { engine, warehouse }: { readonly engine: Engine; readonly warehouse: Warehouse },
  before: number,
  state: BatchState,
  rules: AgentRules = AGENT_RULES,
): Promise<void> {
  const batches = await selectBatches(engine.db);
  const changeCounts: ChangeCounts = (tx, counts) => addCounts(engine, tx, counts);
  for (const ofDay of Map.groupBy(batches, ({ day }) => day).values()) {
    if (ofDay[0]!.day >= before) continue;
    await warehouse.compute((db, folder) =>
      rewriteDay({ engine, db, folder, rules, changeCounts }, ofDay, state),
    );
  }
}

/** Seals the days of a month, and reduces those before. */
export async function maintainLog(
  engine: Engine,
  warehouse: Warehouse,
  now: number,
): Promise<void> {
  const log = new MaintainLog({
    engine,
    warehouse,
    rules: AGENT_RULES,
    changeCounts: (tx, counts) => addCounts(engine, tx, counts),
    keepDays: 30,
    clock: () => now,
    onError(error) {
      throw error;
    },
  });
  await log.run();
}
