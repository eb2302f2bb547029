import type { ColumnField } from '../source/row-source.ts';

export type Field = Exclude<ColumnField, ''>;

/** Folded names, the surest first. A name means the same in every table. */
const names: Readonly<Record<Exclude<Field, 'short_url' | 'description' | 'expires_at'>, string>> =
  {
    long_url: `longurl longlink destinationurl destination originalurl originallink targeturl target
    fullurl redirecturl redirectto longaddress zielurl ziel urlcible urllongue destino urldestino
    urllarga 长链接 长网址 原始链接 原网址 目标链接 目标网址 目标地址 url`,
    title: 'title linktitle pagetitle titel titre titulo 标题 名称 name',
    // Other shorteners keep their descriptions private.
    note: `note notes comment comments remark remarks notiz notizen notiz kommentar commentaire
    comentario nota 备注 描述 description beschreibung descripcion`,
    tags: 'tags tag labels schlagworter etiquettes etiquetas 标签',
    clicks: `clicks hits visits engagements clickcount clickscount visitcount visitscount hitcount
    totalclicks totalvisits totalengagements visitsummarytotal visitssummarytotal klicks aufrufe
    clics visites visitas 点击 点击量 点击数 点击次数 访问量 访问次数`,
    created_at: `createdat created datecreated creationdate createdon createdate createddate createtime
    creationtime dateadded timestamp linkcreated date erstellt erstelltam datedecreation creele
    creado fechadecreacion 创建时间 创建日期 日期`,
    domain: `domain host hostname domainname domainfullname domane domaine dominio 域名`,
  };

/** How a column names the short link. */
export type CodeKind =
  /** The code, or a whole address. */
  | 'code'
  /** A whole address, perhaps without `https://`. */
  | 'address'
  /** Further addresses or codes of the same link. */
  | 'custom'
  /** A path, which is the code between slashes. */
  | 'path';

const codeNames: Readonly<Record<CodeKind, string>> = {
  code: `shortcode slug keyword alias slashtag backhalf custombackhalf shortid path code key
    kurzcode 短码 后缀 自定义后缀`,
  address: `shorturl shortlink bitlink tinyurl secureshorturl shortaddress kurzlink kurzurl urlcourte
    liencourt urlcorta enlacecorto 短链接 短网址 短链 link`,
  custom: 'customlink customlinks custombitlink custombitlinks',
  path: 'source address',
};

function rank(list: string): Map<string, number> {
  return new Map(list.split(/\s+/).map((name, index) => [name, index]));
}

const fields = Object.entries(names).map(([field, list]) => [field as Field, rank(list)] as const);
const codes = Object.entries(codeNames).map(
  ([kind, list]) => [kind as CodeKind, rank(list)] as const,
);

export interface NamedField {
  readonly field: Field;
  readonly codeKind?: CodeKind;
  /** Of several columns with one field, the least counts. */
  readonly rank: number;
}

/** What a folded name says; null for an unknown name. */
export function findField(folded: string): NamedField | null {
  for (const [codeKind, ranks] of codes) {
    const rank = ranks.get(folded);
    if (rank !== undefined) return { field: 'short_url', codeKind, rank };
  }
  for (const [field, ranks] of fields) {
    const rank = ranks.get(folded);
    if (rank !== undefined) return { field, rank };
  }
  return null;
}
