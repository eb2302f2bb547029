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

/** An export of whole tables by phpMyAdmin. */
export function phpMyAdmin(tables: Readonly<Record<string, readonly unknown[]>>): string {
  const parts = [
    { type: 'header', version: '5.2.1', comment: 'Export to JSON plugin for phpMyAdmin' },
    { type: 'database', name: 'links' },
    ...Object.entries(tables).map(([name, data]) => ({
      type: 'table',
      name,
      database: 'links',
      data,
    })),
  ];
  return `[\n${parts.map((part) => JSON.stringify(part)).join(',\n')}\n]\n`;
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
