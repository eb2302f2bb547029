import { isFields, rowsWith, type Reader } from '../foreign-row.ts';
import { passwordObstacle } from './password-obstacle.ts';

/** What Sink exports, or its bare rows. */
export const sink: Reader = {
  findRows: (file) => rowsWith(isFields(file) ? file['links'] : file, 'slug', 'url'),
  readRow: (row) => ({
    code: row['slug'],
    longUrl: row['url'],
    title: row['title'],
    description: row['description'] ?? row['comment'],
    createdAt: row['createdAt'],
    updatedAt: row['updatedAt'],
    expiresAt: row['expiration'],
    obstacle: passwordObstacle(row),
  }),
};
