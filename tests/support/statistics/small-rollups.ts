import type { RollupSizes } from '../../../server/stats/warehouse/rollups.ts';

/** For logs with few days and clicks. */
export const SMALL_ROLLUPS: RollupSizes = { cells: [4, 2, 1], links: [4, 2], minBytes: 0 };
