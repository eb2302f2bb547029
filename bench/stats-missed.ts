import { nowSeconds } from '../server/engine/now.ts';
import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import {
  KEPT_A_DAY,
  addUnknownCodes,
  CODES_A_DAY,
} from '../server/stats/unknown-codes/unknown-codes.store.ts';
import { dayOf, DAY_SECONDS } from '../server/stats/quarter.ts';
import { createRandom } from './random.ts';

const BATCH = 200;

/** Fills the limit of unknown codes; nearly all differ, as scanners guess them. */
export async function seedUnknownCodes(dataDir: string, days: number): Promise<void> {
  const random = createRandom(11);
  const guess = () => random().toString(36).slice(2);
  const engine = await openSqlite(dataDir);
  const today = dayOf(nowSeconds());
  for (let day = today - days + 1; day <= today; day += 1) {
    const codes = day === today ? CODES_A_DAY : KEPT_A_DAY;
    for (let noted = 0; noted < codes; noted += BATCH) {
      const counts = Array.from({ length: BATCH }, () => {
        const times = 1 + Math.floor(random() * 9);
        return { day, code: guess(), times, last_at: day * DAY_SECONDS };
      });
      await addUnknownCodes(engine, counts);
    }
  }
  await engine.close();
}
