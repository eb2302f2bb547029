import i18next from 'i18next';
import { loadLanguage, type Language } from '../../../web/language.ts';
import { texts as accountEn } from '../../../web/account/locales/en.ts';
import { texts as accountZh } from '../../../web/account/locales/zh.ts';
import { texts as auditEn } from '../../../web/audit/locales/en.ts';
import { texts as auditZh } from '../../../web/audit/locales/zh.ts';
import { texts as domainEn } from '../../../web/domains/locales/en.ts';
import { texts as domainZh } from '../../../web/domains/locales/zh.ts';
import { texts as importEn } from '../../../web/import/locales/en.ts';
import { texts as importZh } from '../../../web/import/locales/zh.ts';
import { texts as jobEn } from '../../../web/import/jobs/locales/en.ts';
import { texts as sourceEn } from '../../../web/import/jobs/locales/sources-en.ts';
import { texts as sourceZh } from '../../../web/import/jobs/locales/sources-zh.ts';
import { texts as jobZh } from '../../../web/import/jobs/locales/zh.ts';
import { texts as linkEn } from '../../../web/link/locales/en.ts';
import { texts as linkZh } from '../../../web/link/locales/zh.ts';
import { texts as manyEn } from '../../../web/links/many/locales/en.ts';
import { texts as manyZh } from '../../../web/links/many/locales/zh.ts';
import { texts as routingEn } from '../../../web/links/routing/locales/en.ts';
import { texts as routingZh } from '../../../web/links/routing/locales/zh.ts';
import { texts as peopleEn } from '../../../web/people/locales/en.ts';
import { texts as peopleZh } from '../../../web/people/locales/zh.ts';
import { texts as adminEn } from '../../../web/locales/admin-en.ts';
import { texts as adminZh } from '../../../web/locales/admin-zh.ts';
import { texts as en } from '../../../web/locales/en.ts';
import { texts as qrEn } from '../../../web/locales/qr-en.ts';
import { texts as qrZh } from '../../../web/locales/qr-zh.ts';
import { texts as ssoEn } from '../../../web/account/sso/locales/en.ts';
import { texts as ssoZh } from '../../../web/account/sso/locales/zh.ts';
import { texts as siteEn } from '../../../web/site/locales/en.ts';
import { texts as siteZh } from '../../../web/site/locales/zh.ts';
import { texts as statsEn } from '../../../web/locales/stats-en.ts';
import { texts as statsZh } from '../../../web/locales/stats-zh.ts';
import { texts as tagEn } from '../../../web/tags/locales/en.ts';
import { texts as tagZh } from '../../../web/tags/locales/zh.ts';
import { texts as zh } from '../../../web/locales/zh.ts';
import { firstInShort } from '../test-run.ts';

const pageTexts = [
  { en: adminEn, zh: adminZh },
  { en: qrEn, zh: qrZh },
  { en: statsEn, zh: statsZh },
  { en: siteEn, zh: siteZh },
  { en: ssoEn, zh: ssoZh },
  { en: accountEn, zh: accountZh },
  { en: domainEn, zh: domainZh },
  { en: importEn, zh: importZh },
  { en: jobEn, zh: jobZh },
  { en: sourceEn, zh: sourceZh },
  { en: auditEn, zh: auditZh },
  { en: peopleEn, zh: peopleZh },
  { en: linkEn, zh: linkZh },
  { en: routingEn, zh: routingZh },
  { en: manyEn, zh: manyZh },
  { en: tagEn, zh: tagZh },
];
const texts = {
  en: Object.assign({ ...en }, ...pageTexts.map((page) => page.en)) as object,
  zh: Object.assign({ ...zh }, ...pageTexts.map((page) => page.zh)) as object,
};

/** The short run tests in one: looks open each page state in the other. */
export const languages = firstInShort<Language>(['en', 'zh']);

/** Changes the language without the reload that the page needs for it. */
export async function showLanguage(language: Language): Promise<void> {
  await loadLanguage();
  i18next.addResourceBundle(language, 'translation', texts[language]);
  await i18next.changeLanguage(language);
}
