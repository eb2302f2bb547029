import { expect, test } from 'bun:test';
import { runs } from './postgres/run-sql.ts';
import { normalizeSql, readWrittenSql } from './postgres/written-sql.ts';

const store = `
const SORT = 'update click_count set sorted_clicks = clicks where link_id >= $1';
const ofPage = sql\`select id from link where \${start} and id > \${after} order by id\`;
const isTagged = db.selectFrom('link_tag').where('tag_id', '=', id).orderBy('link_id').execute();
const rename = db.updateTable('tag').set({ name }).where('id', '=', id).execute();
export const sqliteSql = { bytes: sql\`blob of this engine\` };
`;

const statements = [
  'update click_count set sorted_clicks = clicks where link_id >= $1',
  'select id from link where starts_at = $2 and id > $1 order by id',
  'select * from "link_tag" where "tag_id" = $1 order by "link_id"',
  'update "tag" set "name" = $1 where "id" = $2',
].map(normalizeSql);

function findUnrun(text: string): string[] {
  return readWrittenSql('a.ts', text)
    .filter((sql) => !statements.some((statement) => runs(statement, sql)))
    .map(({ at }) => at);
}

test('SQL that ran is known: raw texts, templates and built queries, without that of SQLite', () => {
  expect(readWrittenSql('a.ts', store)).toHaveLength(4);
  expect(findUnrun(store)).toEqual([]);
});

test.each([
  ["db.selectFrom('link_tag').where('link_id', '=', id).execute();"],
  ["db.deleteFrom('tag').where('id', '=', id).execute();"],
  ["db.updateTable('tag').set({ folded }).where('id', '=', id).execute();"],
  ['sql`select id from link where ${start} order by title`;'],
  ["db.selectFrom('link').where('tag_id', '=', id).orderBy('link_id').execute();"],
  ["const PURGE = 'delete from click_count where link_id = $1';"],
])('a store that gains SQL is found: %s', (added) => {
  expect(findUnrun(`${store}${added}\n`)).toEqual(['a.ts:7']);
});

test('literals, line breaks and quotes do not tell statements apart', () => {
  expect(normalizeSql(`select "a" from b\n  where c = 'x' and d in (1, $2) and e is null`)).toBe(
    normalizeSql(`select a from b where c = $1 and d in ($2, 5) and e is $3`),
  );
});
