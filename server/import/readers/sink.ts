import { hasFields, type Reader } from './source-row.ts';
import { sinkRouting } from './sink-routing.ts';

/** An export of Sink. */
export const sink: Reader = {
  isRow: (row) => hasFields(row, 'slug', 'url'),
  readRow: (row) => ({
    code: row['slug'],
    longUrl: row['url'],
    title: row['title'],
    description: row['description'],
    note: row['comment'],
    tags: row['tags'],
    createdAt: row['createdAt'],
    updatedAt: row['updatedAt'],
  }),
  routing: sinkRouting,
};
