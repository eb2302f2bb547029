import { language, switchLanguage, t } from '../language.ts';

export function LanguageToggle() {
  return (
    <button
      type="button"
      className="bar-link"
      lang={language === 'zh' ? 'en' : 'zh-CN'}
      onClick={switchLanguage}
    >
      {t('nav.language')}
    </button>
  );
}
