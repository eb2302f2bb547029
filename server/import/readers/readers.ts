import { byName, textNames } from '../../../contracts/links/link-fields.constants.ts';
import { decodeLenient } from '../../../contracts/text.ts';
import { shlinkRouting } from './shlink-routing.ts';
import { sinkRouting } from './device-routing.ts';
import { bitly, chhotoApi, dub, golink, rebrandly, shortIo, tinyUrl } from './hosted-readers.ts';
import { hasFields, isFields, readColumns, type Fields, type Reader } from './source-row.ts';

const plainColumns = {
  ...byName(textNames, (name) => name),
  tags: 'tags',
  clicks: 'clicks',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  domain: 'domain',
};

const columns = { ...plainColumns, code: 'short_url', longUrl: 'long_url', ip: 'ip' };
const linkColumns = readColumns(columns);

/** An export of Brisk. */
export const brisk: Reader = {
  source: 'brisk',
  ...readColumns({ ...columns, lastClickedAt: 'last_clicked_at' }),
  isInSeconds: true,
  isOwn: true,
};

/** The answers of the API of Brisk, which are Zurl's with more fields. */
const briskApi: Reader = {
  ...brisk,
  isRow: (row) => hasFields(row, 'short_url', 'long_url', 'has_password', 'rules'),
};

/** The table `zurl_urls` of a Zurl database, and the answers of the APIs of Zurl and Brisk. */
export const zurl: Reader = { source: 'zurl', ...linkColumns, table: /(?:^|_)urls$/i };

/** The table `links` of a Polr database. A link with a secret key opens at `/code/key` only. */
export const polr: Reader = {
  source: 'polr',
  ...linkColumns,
  table: /(?:^|_)links$/i,
  isRow: (row) =>
    linkColumns.isRow(row) && (hasFields(row, 'secret_key') || hasFields(row, 'is_disabled')),
};

const yourlsColumns = {
  longUrl: 'url',
  title: 'title',
  clicks: 'clicks',
  createdAt: 'timestamp',
  ip: 'ip',
};

/** The table of a YOURLS database: `yourls_url`, with any prefix. */
export const yourls: Reader = {
  source: 'yourls',
  ...readColumns({ ...yourlsColumns, code: 'keyword' }),
  table: /(?:^|_)url$/i,
};

/** The answer of the API of YOURLS to `action=stats`. */
const yourlsApi: Reader = {
  source: 'yourls',
  ...readColumns({ ...yourlsColumns, code: 'shorturl' }, ({ shorturl }) => ({
    code: readLastSegment(shorturl),
  })),
};

/** YOURLS may run in a directory. */
function readLastSegment(shortUrl: unknown): unknown {
  if (typeof shortUrl !== 'string') return undefined;
  return decodeLenient(shortUrl.slice(shortUrl.lastIndexOf('/') + 1));
}

/** The answer of the REST API of Shlink to `GET /short-urls`. */
export const shlink: Reader = {
  source: 'shlink',
  ...readColumns(
    {
      code: 'shortCode',
      longUrl: 'longUrl',
      title: 'title',
      tags: 'tags',
      createdAt: 'dateCreated',
      domain: 'domain',
    },
    (row) => ({ clicks: readVisits(row) }),
  ),
  routing: shlinkRouting,
};

/** Older versions have no summary. */
function readVisits({ visitsSummary: summary, visitsCount }: Fields): unknown {
  return (isFields(summary) ? summary['total'] : undefined) ?? visitsCount;
}

/** The answer of the API of Kutt to `GET /links`, and the table `links` of its database. */
export const kutt: Reader = {
  source: 'kutt',
  ...readColumns({
    code: 'address',
    longUrl: 'target',
    description: 'description',
    clicks: 'visit_count',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    domain: 'domain',
  }),
  table: /(?:^|_)links$/i,
};

/** The table `urls` of a Chhoto database. */
export const chhoto: Reader = {
  source: 'chhoto',
  ...readColumns({ code: 'short_url', longUrl: 'long_url', note: 'notes', clicks: 'hits' }),
  isRow: (row) => hasFields(row, 'short_url', 'long_url', 'hits'),
};

/** The table `shortcut` of a Slash database. */
export const slash: Reader = readColumns({
  code: 'name',
  longUrl: 'link',
  title: 'title',
  description: 'description',
  tags: 'tag',
  createdAt: 'created_ts',
  updatedAt: 'updated_ts',
});

/** An export of Sink. */
const sink: Reader = {
  source: 'sink',
  ...readColumns({
    code: 'slug',
    longUrl: 'url',
    title: 'title',
    description: 'description',
    note: 'comment',
    tags: 'tags',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
  }),
  routing: sinkRouting,
};

/** Links from anywhere, written by hand or by a script. */
export const neutral: Reader = {
  source: 'json',
  ...readColumns({ ...plainColumns, code: 'code', longUrl: 'url' }),
};

/**
 * The first reader that recognizes a list wins. Polr, Brisk and Chhoto stand before Zurl, because they
 * have the columns of Zurl and more.
 */
export const readers: readonly Reader[] = [
  yourls,
  yourlsApi,
  polr,
  briskApi,
  chhoto,
  zurl,
  shlink,
  kutt,
  sink,
  bitly,
  dub,
  rebrandly,
  shortIo,
  tinyUrl,
  chhotoApi,
  golink,
  neutral,
];
