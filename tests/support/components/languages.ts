import i18next from 'i18next';
import { loadLanguage, type Language } from '../../../web/language.ts';
import { texts as adminEn } from '../../../web/locales/admin-en.ts';
import { texts as adminZh } from '../../../web/locales/admin-zh.ts';
import { texts as en } from '../../../web/locales/en.ts';
import { texts as qrEn } from '../../../web/locales/qr-en.ts';
import { texts as qrZh } from '../../../web/locales/qr-zh.ts';
import { texts as siteEn } from '../../../web/site/locales/en.ts';
import { texts as siteZh } from '../../../web/site/locales/zh.ts';
import { texts as zh } from '../../../web/locales/zh.ts';

const texts = {
  en: { ...en, ...adminEn, ...qrEn, ...siteEn },
  zh: { ...zh, ...adminZh, ...qrZh, ...siteZh },
};

export const languages = ['en', 'zh'] as const satisfies readonly Language[];

/** Changes the language without the reload that the page needs for it. */
export async function showLanguage(language: Language): Promise<void> {
  await loadLanguage();
  i18next.addResourceBundle(language, 'translation', texts[language]);
  await i18next.changeLanguage(language);
}
