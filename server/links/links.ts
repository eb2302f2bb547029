import { parseLongUrl } from '../../contracts/long-url.ts';
import type { Link } from '../../contracts/links.ts';
import type { Engine, LinkRow, NoteChange, Write } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { Problem } from '../http/problem.ts';
import { drawCode, DRAWS_MAX } from './codes.ts';
import {
  deleteByCode,
  deleteByIds,
  fillTitle,
  insertLink,
  selectLasting,
  selectPage,
  type NewLink,
} from './links.store.ts';
import { isOwnHost } from './own-host.ts';
import type { PageTitles } from './page-title.ts';

const DAY_SECONDS = 24 * 3600;

export interface LinksOptions {
  readonly engine: Engine;
  readonly pageTitles: PageTitles;
  /** Told of what goes wrong behind an answer already given. */
  readonly onError: (error: unknown) => void;
  /** The name in `BASE_URL`, when there is one. */
  readonly ownHostname: string | null;
}

/** What a person or program asks for; fields that are left out have their defaults. */
export interface LinkRequest {
  readonly long_url: string;
  readonly short_url?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly ttl_days?: number | undefined;
  readonly expires_at?: number | undefined;
}

/** The rules of links. */
export class Links {
  readonly #options: LinksOptions;
  readonly #engine: Engine;

  constructor(options: LinksOptions) {
    this.#options = options;
    this.#engine = options.engine;
  }

  /**
   * Creates a link. The same long URL again, with neither code nor expiry asked for, gives the
   * link that is there. Without a title, the page's own is fetched in the background.
   */
  async create(request: LinkRequest, hostname: string, address: string): Promise<Link> {
    const longUrl = this.#checkLongUrl(request.long_url, hostname);
    const now = nowSeconds();
    const link = {
      long_url: longUrl,
      title: request.title ?? '',
      description: request.description ?? '',
      expires_at: expiryOf(request, now),
      ip: address,
    };
    const hash = hashLongUrl(longUrl);
    const { short_url: code } = request;
    const { row, created } = await this.#engine.write(async (tx, changed) => {
      if (code !== undefined) {
        const row = await insertLink(tx, changed, { ...link, short_url: code }, hash, now);
        if (row === null) {
          const reason = 'Another link has this code';
          throw new Problem('links.code-taken', { field: 'short_url', reason });
        }
        return { row, created: true };
      }
      const known = link.expires_at === 0 ? await selectLasting(tx, longUrl, hash) : null;
      if (known !== null) return { row: known, created: false };
      return { row: await insertWithDrawnCode(tx, changed, link, hash, now), created: true };
    });
    if (created && row.title === '') this.#fetchTitle(row);
    return toLink(row, now);
  }

  async list(page: number, limit: number) {
    const { total, rows } = await selectPage(this.#engine, page, limit);
    const now = nowSeconds();
    return { total, page, limit, urls: rows.map((row) => toLink(row, now)) };
  }

  /** Deletes the link with a code, exact or else in lower case. Throws `links.unknown`. */
  async delete(code: string): Promise<void> {
    for (const spelling of new Set([code, code.trim().toLowerCase()])) {
      if (await deleteByCode(this.#engine, spelling)) return;
    }
    throw new Problem('links.unknown');
  }

  /** Deletes links by id and returns how many there were. */
  deleteMany(ids: readonly number[]): Promise<number> {
    return deleteByIds(this.#engine, ids);
  }

  #checkLongUrl(text: string, hostname: string): string {
    const longUrl = parseLongUrl(text);
    if (longUrl === null) throw new Problem('links.bad-url');
    const { ownHostname } = this.#options;
    const own = ownHostname === null ? [hostname] : [hostname, ownHostname];
    if (isOwnHost(longUrl, own)) {
      const reason = 'The address leads back to this site';
      throw new Problem('links.own-host', { field: 'long_url', reason });
    }
    return longUrl;
  }

  #fetchTitle({ id, long_url: longUrl }: LinkRow): void {
    this.#options.pageTitles
      .fetch(longUrl)
      .then(({ title }) =>
        title === '' ? undefined : fillTitle(this.#engine, id, title, nowSeconds()),
      )
      .catch((error: unknown) => this.#options.onError(error));
  }
}

async function insertWithDrawnCode(
  tx: Write,
  changed: NoteChange,
  link: Omit<NewLink, 'short_url'>,
  hash: number,
  now: number,
): Promise<LinkRow> {
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const row = await insertLink(tx, changed, { ...link, short_url: drawCode(draw) }, hash, now);
    if (row !== null) return row;
  }
  throw new Problem('links.codes-exhausted');
}

function expiryOf(request: LinkRequest, now: number): number {
  if (request.expires_at !== undefined) return request.expires_at;
  const days = request.ttl_days ?? 0;
  return days === 0 ? 0 : now + days * DAY_SECONDS;
}

/** 52 bits of SHA-256: what a JavaScript number and every database's integer hold exactly. */
function hashLongUrl(longUrl: string): number {
  const digest = new Bun.CryptoHasher('sha256').update(longUrl).digest();
  return digest.readUIntBE(0, 6) * 16 + (digest.readUInt8(6) >> 4);
}

function toLink(row: LinkRow, now: number): Link {
  const { long_url_hash: _, ...fields } = row;
  const live = row.is_active === 1 && (row.expires_at === 0 || row.expires_at > now);
  return { ...fields, is_active: live ? 1 : 0 };
}
