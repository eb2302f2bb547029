import { joinCode } from '../../contracts/links/domain-code.ts';
import { authorityOf, type Authority } from '../access/reach.ts';
import { assertDomain } from '../domains/assert-domain.ts';
import type { Engine, LinkRow, NoteChange, Write } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Call } from '../http/endpoint.ts';
import { addTags } from '../tags/tags.store.ts';
import { explainTaken, refuseTaken } from './apply-edit.ts';
import { selectBinned } from './bin/bin.store.ts';
import { insertWithGeneratedCode } from './codes.ts';
import { restoreLinks } from './bin/deleted-links.store.ts';
import { validateCode, type LinkRequest, type LinkRules } from './link-rules.ts';
import {
  insertLink,
  selectByCode,
  selectById,
  selectPermanent,
  type NewLink,
} from './links.store.ts';

/** What the rules read of a call. */
export type LinkCall = Pick<Call, 'caller' | 'address' | 'hostname' | 'site'>;

export interface Creation {
  readonly row: LinkRow;
  /** False: an existing link is returned. */
  readonly isNew: boolean;
  readonly isRestored?: true;
}

interface Wanted {
  readonly link: Omit<NewLink, 'short_url'>;
  readonly domain: string;
  readonly now: number;
  readonly authority: Authority;
}

export async function createLink(
  engine: Engine,
  rules: LinkRules,
  request: LinkRequest,
  call: LinkCall,
): Promise<Creation> {
  const now = nowSeconds();
  const { domain = '', short_url: typed, tags = [] } = request;
  const code = typed === undefined ? undefined : validateCode(typed);
  const wanted = {
    link: await rules.readNew(request, call, now),
    domain,
    now,
    authority: authorityOf(call),
  };
  const ownHostnames = rules.ownHostnames(call.hostname);
  return engine.write(async (tx, changed) => {
    await assertDomain(tx, domain);
    let creation: Creation | null = null;
    if (code === undefined) creation = await insertGenerated(tx, changed, wanted);
    else {
      const chosen = { ...wanted, code: joinCode(domain, code), ownHostnames };
      if (request.restore === 1) creation = await restoreChosen(tx, changed, chosen);
      creation ??= await insertChosen(tx, changed, chosen);
    }
    const { row, isNew } = creation;
    if (isNew && tags.length > 0) await addTags(tx, engine.sql, new Map([[row.id, tags]]));
    return creation;
  });
}

async function insertGenerated(
  tx: Write,
  changed: NoteChange,
  { link, domain, now, authority: { reach } }: Wanted,
): Promise<Creation> {
  const isPermanent = link.expires_at === 0 && link.is_active === 1 && link.routing === '';
  const same = isPermanent ? await selectPermanent(tx, reach, link, domain) : null;
  if (same !== null) return { row: same, isNew: false };
  return { row: await insertWithGeneratedCode(tx, changed, { link, domain, now }), isNew: true };
}

interface Chosen extends Wanted {
  /** With its domain. */
  readonly code: string;
  readonly ownHostnames: readonly string[];
}

async function insertChosen(
  tx: Write,
  changed: NoteChange,
  { link, code, now, authority: { actor, reach } }: Chosen,
): Promise<Creation> {
  const chosen = { ...link, short_url: code };
  const row = await insertLink(tx, changed, { link: chosen, now, origin: 'chosen' });
  if (row !== null) return { row, isNew: true };
  const present = await selectByCode(tx, reach, code);
  if (present !== null && hasSameTarget(present, link)) return { row: present, isNew: false };
  throw actor.kind === 'guest' ? refuseTaken() : await explainTaken(tx, reach, code, now);
}

/** Null: the bin has no link with this code and long URL. */
async function restoreChosen(
  tx: Write,
  changed: NoteChange,
  { link, code, now, authority, ownHostnames }: Chosen,
): Promise<Creation | null> {
  const { reach } = authority;
  const id = await selectBinned(tx, reach, { ...link, short_url: code }, now);
  if (id === null) return null;
  const restoration = { authority, ids: [id], now, ownHostnames, field: 'restore' } as const;
  if ((await restoreLinks(tx, changed, restoration)) === 0) return null;
  return { row: (await selectById(tx, reach, id))!, isNew: false, isRestored: true };
}

/** Whether a link leads where a request for its code wants to lead. */
function hasSameTarget(present: LinkRow, link: Wanted['link']): boolean {
  return present.long_url === link.long_url && present.routing === link.routing;
}
