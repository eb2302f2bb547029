/** How the links get out of a product. */
interface Source {
  readonly name: string;
  /** What saves the file. */
  readonly command?: string;
  /** Another way, for those who can't use the first one. */
  readonly otherCommand?: string;
  /** The domain of the service on which short links stand. */
  readonly host?: string;
}

const sqliteBackup = (file: string) => `sqlite3 ${file} ".backup links.db"`;

/** The products, in the order of the tiles. `sheet` and `other` have a name in each language. */
export const sources = {
  yourls: {
    name: 'YOURLS',
    command: 'mysqldump --single-transaction yourls | gzip > yourls.sql.gz',
    otherCommand:
      'https://s.example.com/yourls-api.php?action=stats&filter=last&limit=100000&format=json&signature=…',
  },
  shlink: {
    name: 'Shlink',
    command: 'mysqldump --single-transaction shlink | gzip > shlink.sql.gz',
    otherCommand:
      'curl -H "X-Api-Key: …" "https://s.example.com/rest/v3/short-urls?itemsPerPage=100000" > links.json',
  },
  kutt: {
    name: 'Kutt',
    command: 'pg_dump kutt | gzip > kutt.sql.gz',
    otherCommand:
      'curl -H "X-API-KEY: …" "https://s.example.com/api/v2/links?limit=50&skip=0" > links.json',
  },
  polr: {
    name: 'Polr',
    command: 'mysqldump --single-transaction polr | gzip > polr.sql.gz',
  },
  zurl: {
    name: 'Zurl',
    command: sqliteBackup('zurl.db'),
    otherCommand:
      'curl -H "Authorization: Bearer sk-…" "https://s.example.com/api/urls?page=1&limit=200" > links.json',
  },
  chhoto: {
    name: 'Chhoto URL',
    command: sqliteBackup('/data/urls.sqlite'),
    otherCommand: 'curl -H "X-API-Key: …" https://s.example.com/api/all > links.json',
  },
  sink: { name: 'Sink' },
  slash: { name: 'Slash', command: sqliteBackup('~/.slash/slash_prod.db') },
  golink: { name: 'golink', command: 'curl -L http://go/.export > golink.jsonl' },
  bitly: {
    name: 'Bitly',
    otherCommand:
      'curl -H "Authorization: Bearer …" "https://api-ssl.bitly.com/v4/groups/…/bitlinks?size=100&archived=both" > links.json',
    host: 'bit.ly',
  },
  dub: {
    name: 'Dub',
    otherCommand:
      'curl -H "Authorization: Bearer …" "https://api.dub.co/links?page=1&pageSize=100" > links.json',
    host: 'dub.sh',
  },
  rebrandly: {
    name: 'Rebrandly',
    command: 'curl -H "apikey: …" "https://api.rebrandly.com/v1/links?limit=25" > links.json',
    host: 'rebrand.ly',
  },
  shortio: {
    name: 'Short.io',
    command:
      'curl -H "Authorization: …" "https://api.short.io/api/links?domain_id=…&limit=50" > links.json',
    host: 'short.gy',
  },
  tinyurl: { name: 'TinyURL', host: 'tinyurl.com' },
  tinycc: { name: 'tiny.cc', host: 'tiny.cc' },
  prettylinks: { name: 'Pretty Links' },
  redirection: { name: 'Redirection' },
  brisk: { name: 'Brisk', command: 'brisk export links.json' },
  sheet: { name: '' },
  other: { name: '' },
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof sources;

export const sourceNames = Object.keys(sources) as readonly SourceName[];

export function findSource(name: SourceName): Source {
  return sources[name];
}
