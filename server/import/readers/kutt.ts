import { isFields, rowsWith, type Reader } from '../foreign-row.ts';
import { passwordObstacle } from './password-obstacle.ts';

/** What the API of Kutt answers to `GET /links`, or its bare rows. */
export const kutt: Reader = {
  findRows: (file) => rowsWith(isFields(file) ? file['data'] : file, 'address', 'target'),
  readRow: (row) => ({
    code: row['address'],
    longUrl: row['target'],
    description: row['description'],
    clicks: row['visit_count'],
    createdAt: row['created_at'],
    updatedAt: row['updated_at'],
    expiresAt: row['expire_in'],
    isActive: row['banned'] !== true,
    obstacle: passwordObstacle(row),
  }),
};
