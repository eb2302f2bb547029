import type { MessageKey } from '../../contracts/envelope.ts';
import { foldHeader, foldName } from './readers/source-row.ts';
import { unclearFlag } from './refusal.ts';

/**
 * How a column limits a link. Brisk cannot keep the last four kinds, nor a password without its hash.
 * A reader may convert a column of its format before (`routing-reader.ts`).
 * - `expiry`: when the link ends. `start`: when it begins. `ended`: when it was deleted.
 * - `clicks`: how many visits it allows. `password`: its password or the hash of it.
 * - `active`, `banned`: a flag of a link that redirects, or of a link that does not. `state`: a word.
 * - `forbidden`: a flag. `present`: any value. `targets`: any value but an empty list.
 * - `public`: any word but "public". `locked`: a flag, or a password or its hash.
 */
export type LimitKind =
  | 'expiry'
  | 'start'
  | 'ended'
  | 'active'
  | 'banned'
  | 'state'
  | 'clicks'
  | 'password'
  | 'locked'
  | 'forbidden'
  | 'present'
  | 'targets'
  | 'public';

export interface LimitColumn {
  readonly kind: LimitKind;
  readonly key: MessageKey;
  readonly reason: string;
  /** Keeps the value out of the report. */
  readonly isSecret?: true;
}

const disabled = {
  key: 'link.disabled',
  reason: 'The link is expired or deleted at its source',
} as const;
const locked = {
  key: 'link.protected',
  reason: 'The link is protected in a way that Brisk does not know',
} as const;
export const uncounted = {
  key: 'link.capped',
  reason: 'The file does not tell how many visits the link has had, so its limit cannot be kept',
} as const;
const ruled = {
  key: 'link.has.rules',
  reason: 'The file does not tell where some visitors are led',
} as const;

const groups: readonly (LimitColumn & { readonly names: string })[] = [
  {
    kind: 'expiry',
    key: 'link.expiry.unclear',
    reason: "The link's expiration cannot be read",
    names: `expiresat expireat expiredat expireson expires expiresin expirein expire expiry expiryat
      expirydate expirytime expiration expirationdate expirationtime expirationat validuntil validto
      validtill expiredate expiretime endsat endat enddate endtime activeuntil deactivateat notafter
      ttl disabledat blockedat bannedat suspendedat deactivatedat ablaufdatum gultigbis dateexpiration
      fechadecaducidad fechaexpiracion caducidad 过期时间 过期日期 到期时间 失效时间 有效期 有效期至`,
  },
  { kind: 'active', ...unclearFlag, names: 'active enabled aktiv actif activo 启用 是否启用' },
  {
    kind: 'banned',
    ...unclearFlag,
    names: `banned disabled blocked suspended inactive deactivated archived paused deaktiviert gesperrt
      archiviert desactive desactivado archivado 禁用 已禁用 归档 已归档`,
  },
  {
    kind: 'state',
    ...unclearFlag,
    names: 'status state linkstatus linkstate zustand etat statut estado 状态',
  },
  { kind: 'forbidden', ...disabled, names: 'deleted trashed expired' },
  { kind: 'ended', ...disabled, names: 'deletedat' },
  {
    kind: 'forbidden',
    ...locked,
    names: `haspassword passwordprotected protected private issecret turnstile captcha
      burnafterread`,
  },
  {
    kind: 'password',
    ...locked,
    isSecret: true,
    names: 'password passwd passwordhash linkpassword',
  },
  {
    kind: 'present',
    ...locked,
    isSecret: true,
    names: 'passphrase passcode pin secret secretkey accesskey accesscode',
  },
  { kind: 'public', ...locked, names: 'visibility' },
  {
    kind: 'forbidden',
    key: 'link.unsafe',
    reason: 'The link is marked as unsafe',
    names: 'unsafe malicious phishing spam flagged',
  },
  {
    kind: 'start',
    key: 'link.scheduled',
    reason: 'The start of the link cannot be read',
    names: `validsince validfrom startsat startat startdate starttime activefrom activeat notbefore
      publishat`,
  },
  {
    kind: 'clicks',
    key: 'link.capped',
    reason: 'The limit of visits cannot be read',
    names: `maxvisits maxviews maxclicks maxhits maxuses visitlimit visitslimit clicklimit clickslimit
      limitclicks limitvisits usagelimit maxklicks maxaufrufe maxclics maxvisites maxvisitas
      最大访问次数 最大点击次数 访问上限 点击上限`,
  },
  {
    kind: 'forbidden',
    key: 'link.cloaked',
    reason: 'The link shows its target without a redirect, which Brisk does not do',
    names: 'cloaking cloaked masking proxy rewrite',
  },
  { kind: 'forbidden', ...ruled, names: 'hasredirectrules' },
  {
    kind: 'targets',
    ...ruled,
    names: `redirectrules rules geo geotargets geotargeting devicelongurls devicetargets
      devicetargeting apple google ios android iphoneurl androidurl spliturl routing countryallow countryblock urls ab abtest testvariants`,
  },
];

/** By folded name without a leading "is". A name means the same in every format. */
const columns = new Map(
  groups.flatMap(({ names, ...column }) => names.split(/\s+/).map((name) => [name, column])),
);

/** No password is passed over because of the language of its column or a word beside it. */
const PASSWORD =
  /passw|kennwort|motdepasse|contrasen|senhadeacesso|密码|密碼|口令|пароль|パスワード|비밀번호/;
const password: LimitColumn = { kind: 'locked', ...locked, isSecret: true };

function findByName(folded: string): LimitColumn | undefined {
  const column = columns.get(folded) ?? columns.get(folded.replace(/^is/, ''));
  return column ?? (PASSWORD.test(folded) ? password : undefined);
}

/** A usual file has few names; a hostile file may have millions. */
const CACHE_MAX = 1000;
const cache = new Map<string, LimitColumn | null>();

export function findLimitColumn(name: string): LimitColumn | null {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const column = findByName(foldName(name)) ?? findByName(foldHeader(name)) ?? null;
  if (cache.size < CACHE_MAX) cache.set(name, column);
  return column;
}
