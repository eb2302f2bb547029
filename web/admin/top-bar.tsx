import { IconBrandGithub, IconHelpCircle, IconHome } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { AccountMenu } from '../account/account-menu.tsx';
import { LanguageToggle } from '../language-toggle.tsx';
import { t } from '../language.ts';
import { helpUrl, repositoryUrl } from '../project.ts';
import { SchemeToggle } from '../scheme-toggle.tsx';
import { useSiteInfo } from '../site-info.ts';

export function TopBar() {
  const { title } = useSiteInfo();
  return (
    <header className="shell-bar">
      <Link to="/" className="bar-title">
        <img src="/favicon.svg" alt="" />
        <span>{title}</span>
      </Link>
      <nav className="bar-links" aria-label={t('nav.site')}>
        <Link className="bar-link bar-link-spare" to="/">
          <IconHome size={18} aria-hidden />
          <span className="bar-link-label">{t('nav.home')}</span>
        </Link>
        <a className="bar-link" href={helpUrl} target="_blank" rel="noopener">
          <IconHelpCircle size={18} aria-hidden />
          <span className="bar-link-label">{t('nav.help')}</span>
        </a>
        <a
          className="bar-link shell-bar-source"
          href={repositoryUrl}
          target="_blank"
          rel="noopener"
        >
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
