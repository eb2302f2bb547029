import { IconApi, IconBrandGithub, IconHelpCircle, IconHome } from '@tabler/icons-react';
import { AccountMenu } from '../account/account-menu.tsx';
import { LanguageToggle } from '../language-toggle.tsx';
import { t } from '../language.ts';
import { helpUrl, repositoryUrl } from '../project.ts';
import { SchemeToggle } from '../look/scheme-toggle.tsx';
import { useSiteInfo } from '../site-info.ts';
import { PaletteButton } from './palette-button.tsx';

export function TopBar() {
  const { title } = useSiteInfo();
  return (
    <header className="shell-bar">
      <a href="/" className="bar-title">
        <img src="/favicon.svg" alt="" />
        <span>{title}</span>
      </a>
      <PaletteButton />
      <nav className="bar-links" aria-label={t('nav.site')}>
        <a className="bar-link shell-bar-spare" href="/">
          <IconHome size={18} aria-hidden />
          <span className="bar-link-label">{t('nav.home')}</span>
        </a>
        <a className="bar-link shell-bar-spare" href={helpUrl} target="_blank" rel="noopener">
          <IconHelpCircle size={18} aria-hidden />
          <span className="bar-link-label">{t('nav.help')}</span>
        </a>
        <a className="bar-link shell-bar-spare" href="/docs" target="_blank">
          <IconApi size={18} aria-hidden />
          <span className="bar-link-label">{t('nav.docs')}</span>
        </a>
        <a className="bar-link shell-bar-spare" href={repositoryUrl} target="_blank" rel="noopener">
          <IconBrandGithub size={18} aria-hidden />
          <span className="bar-link-label">{t('nav.source')}</span>
        </a>
        <LanguageToggle />
        <SchemeToggle />
        <AccountMenu />
      </nav>
    </header>
  );
}
