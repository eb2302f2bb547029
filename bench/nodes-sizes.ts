import type { NodesPlace } from './nodes-place.ts';

/** Bytes of a link in PostgreSQL: its row, its indexes, and its part of the search index. */
export async function measureSizes({ database, links }: NodesPlace): Promise<object> {
  const bytes = async (size: string): Promise<number> =>
    Math.round((await database.number(`select ${size}`)) / links);
  return {
    row: await bytes(`pg_table_size('link') + pg_table_size('click_count')`),
    indexes: await bytes(`pg_indexes_size('link') + pg_indexes_size('click_count')`),
    search: await bytes(
      `pg_total_relation_size('search_posting') + pg_total_relation_size('search_word')`,
    ),
    database: await bytes('pg_database_size(current_database())'),
  };
}
