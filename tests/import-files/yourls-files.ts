/** A row of YOURLS as in dumps: every value is a text or null. */
export interface YourlsRow {
  readonly keyword: unknown;
  readonly url: unknown;
  readonly title?: unknown;
  readonly timestamp?: unknown;
  readonly ip?: unknown;
  readonly clicks?: unknown;
}

export function yourlsRow(keyword: unknown, fields: Partial<YourlsRow> = {}): YourlsRow {
  return {
    keyword,
    url: `https://example.com/${String(keyword)}`,
    title: `Page ${String(keyword)}`,
    timestamp: '2019-03-04 05:06:07',
    ip: '198.51.100.9',
    clicks: '12',
    ...fields,
  };
}

type Tables = Readonly<Record<string, readonly unknown[]>>;

/** An export of whole tables by phpMyAdmin. */
export function phpMyAdmin(tables: Tables, database = 'links'): string {
  const parts = [
    { type: 'header', version: '5.2.1', comment: 'Export to JSON plugin for phpMyAdmin' },
    { type: 'database', name: database },
    ...Object.entries(tables).map(([name, data]) => ({ type: 'table', name, database, data })),
  ];
  return `[\n${parts.map((part) => JSON.stringify(part)).join(',\n')}\n]\n`;
}

/** Old versions name the table in a comment. */
export function oldPhpMyAdmin(tables: Tables): string {
  const head = '/**\n Export to JSON plugin for PHPMyAdmin\n @version 4.6.4\n */\n\n';
  const parts = Object.entries(tables).map(
    ([name, rows]) => `// links.${name}\n\n${JSON.stringify(rows)}\n`,
  );
  return `${head}// Database 'li"nks'\n\n${parts.join('\n')}`;
}

/** The same rows as SQL: texts, numbers and null. Those of a table have the same columns. */
export function sqlDump(tables: Readonly<Record<string, readonly object[]>>): string {
  const inserts = Object.entries(tables).map(([name, rows]) => {
    const [first] = rows;
    if (first === undefined) return '';
    const values = rows.map((row) => `(${Object.values(row).map(quote).join(',')})`);
    const columns = Object.keys(first).map((column) => `\`${column}\``);
    return `INSERT INTO \`${name}\` (${columns.join(',')}) VALUES\n${values.join(',\n')};\n`;
  });
  return `-- MySQL dump 10.13\n${inserts.join('')}`;
}

function quote(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** The tables of a YOURLS database other than the links. */
export const otherTables = {
  log: [
    {
      click_id: '1',
      click_time: '2020-01-01 00:00:00',
      shorturl: 'a',
      referrer: 'direct',
      user_agent: 'x',
      ip_address: '198.51.100.9',
      country_code: 'DE',
    },
  ],
  options: [{ option_id: '1', option_name: 'next_id', option_value: '2' }],
} as const;
