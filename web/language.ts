import i18next, { init, t as translate } from 'i18next';
import { writeChoiceCookie } from './choice-cookie.ts';
import { storeFields } from './form/stored-fields.ts';
import type { texts as accountTexts } from './account/locales/en.ts';
import type { texts as ssoTexts } from './account/sso/locales/en.ts';
import type { texts as auditTexts } from './audit/locales/en.ts';
import type { texts as adminTexts } from './locales/admin-en.ts';
import type { texts } from './locales/en.ts';
import type { texts as bulkTexts } from './links/bulk/locales/en.ts';
import type { texts as manyTexts } from './links/many/locales/en.ts';
import type { texts as guideTexts } from './docs/guide/locales/en.ts';
import type { texts as domainTexts } from './domains/locales/en.ts';
import type { texts as importTexts } from './import/locales/en.ts';
import type { texts as jobTexts } from './import/jobs/locales/en.ts';
import type { texts as sourceTexts } from './import/jobs/locales/sources-en.ts';
import type { texts as linkTexts } from './link/locales/en.ts';
import type { texts as routingTexts } from './links/routing/locales/en.ts';
import type { texts as peopleTexts } from './people/locales/en.ts';
import type { texts as qrTexts } from './locales/qr-en.ts';
import type { texts as statsTexts } from './locales/stats-en.ts';
import type { texts as siteTexts } from './site/locales/en.ts';
import type { texts as tagTexts } from './tags/locales/en.ts';
import { reloadPage } from './page-load.ts';
import { localValues } from './storage.ts';
import { formatNumber } from './ui/text/format-number.ts';

export type Language = 'zh' | 'en';

type WithoutPlural<Key extends string> = Key extends `${infer Stem}_${'one' | 'other'}`
  ? Stem
  : Key;
export type TextKey = WithoutPlural<
  | keyof typeof texts
  | keyof typeof adminTexts
  | keyof typeof bulkTexts
  | keyof typeof manyTexts
  | keyof typeof tagTexts
  | keyof typeof accountTexts
  | keyof typeof auditTexts
  | keyof typeof domainTexts
  | keyof typeof guideTexts
  | keyof typeof importTexts
  | keyof typeof jobTexts
  | keyof typeof sourceTexts
  | keyof typeof siteTexts
  | keyof typeof ssoTexts
  | keyof typeof linkTexts
  | keyof typeof routingTexts
  | keyof typeof peopleTexts
  | keyof typeof qrTexts
  | keyof typeof statsTexts
>;

const STORED = 'user_language';
const NAMESPACE = 'translation';

function readChoice(): Language | null {
  const stored = localValues.get(STORED);
  return stored === 'zh' || stored === 'en' ? stored : null;
}

function findLanguage(): Language {
  const chosen = readChoice();
  if (chosen !== null) return chosen;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

export const language = findLanguage();

/** The language as a BCP 47 tag, for `lang` and `Intl`. */
export const locale = language === 'zh' ? 'zh-CN' : 'en';

/** The values of a text about a count: the number, and how it reads. */
export function toCounted(count: number) {
  return { count, shown: formatNumber(count, locale) };
}

let loading: Promise<void> | undefined;

export function loadLanguage(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load() {
  document.documentElement.lang = locale;
  writeChoiceCookie(STORED, readChoice());
  const loaded =
    language === 'zh' ? await import('./locales/zh.ts') : await import('./locales/en.ts');
  await init({
    lng: language,
    resources: { [language]: { [NAMESPACE]: loaded.texts } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
}

/** Adds texts that only some pages need, after those of every page. */
export async function addTexts(loading: Promise<{ readonly texts: object }>) {
  const [{ texts }] = await Promise.all([loading, loadLanguage()]);
  i18next.addResourceBundle(language, NAMESPACE, texts, false, false, { skipCopy: true });
}

export function loadAdminTexts() {
  return addTexts(
    language === 'zh' ? import('./locales/admin-zh.ts') : import('./locales/admin-en.ts'),
  );
}

export function loadQrTexts() {
  return addTexts(language === 'zh' ? import('./locales/qr-zh.ts') : import('./locales/qr-en.ts'));
}

export function loadGuideTexts() {
  return addTexts(
    language === 'zh' ? import('./docs/guide/locales/zh.ts') : import('./docs/guide/locales/en.ts'),
  );
}

export function loadSsoTexts() {
  return addTexts(
    language === 'zh'
      ? import('./account/sso/locales/zh.ts')
      : import('./account/sso/locales/en.ts'),
  );
}

export function loadPeopleTexts() {
  return addTexts(
    language === 'zh' ? import('./people/locales/zh.ts') : import('./people/locales/en.ts'),
  );
}

export function loadRoutingTexts() {
  return addTexts(
    language === 'zh'
      ? import('./links/routing/locales/zh.ts')
      : import('./links/routing/locales/en.ts'),
  );
}

export function loadStatsTexts() {
  return addTexts(
    language === 'zh' ? import('./locales/stats-zh.ts') : import('./locales/stats-en.ts'),
  );
}

export function t(key: TextKey, values?: Readonly<Record<string, string | number>>): string {
  if (values !== undefined) return translate(key, values);
  // Most texts have no values: reading one costs far less than translating it.
  const text: unknown = i18next.getResource(i18next.language, NAMESPACE, key);
  return typeof text === 'string' ? text : translate(key);
}

/** Stores the other language and reloads the page. The forms keep their fields. */
export function switchLanguage() {
  chooseLanguage(language === 'zh' ? 'en' : 'zh');
  storeFields();
  reloadPage();
}

export function chooseLanguage(chosen: Language) {
  localValues.set(STORED, chosen);
  writeChoiceCookie(STORED, chosen);
}

/** Takes the language of an account where none was chosen. True: the page shows another one. */
export function adoptLanguage(ofAccount: Language | ''): boolean {
  if (ofAccount !== '' && readChoice() === null) chooseLanguage(ofAccount);
  return (readChoice() ?? language) !== language;
}
