import { AccountMenu, siteLinks } from '../account/account-menu.tsx';
import { LanguageToggle } from '../frame/language-toggle.tsx';
import { useIsLimited } from '../app-info.ts';
import { t } from '../language.ts';
import { SchemeToggle } from '../look/scheme-toggle.tsx';
import { useSiteInfo } from '../site-info.ts';
import { PaletteButton } from './palette-button.tsx';

export function TopBar() {
  const { title } = useSiteInfo();
  const isLimited = useIsLimited();
  return (
    <header className="shell-bar">
      <a href="/" className="bar-title">
        <img src="/favicon.svg" alt="" />
        <span>{title}</span>
      </a>
      {!isLimited && <PaletteButton />}
      <nav className="bar-links" aria-label={t('nav.site')}>
        {siteLinks.map(({ label, Icon, ...link }) => (
          <a key={label} className="bar-link shell-bar-spare" {...link}>
            <Icon size={18} aria-hidden />
            <span className="bar-link-label">{t(label)}</span>
          </a>
        ))}
        <LanguageToggle />
        <SchemeToggle />
        <AccountMenu />
      </nav>
    </header>
  );
}
