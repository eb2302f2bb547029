import { IconBrandGithub } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LanguageToggle } from './language-toggle.tsx';
import { t } from './language.ts';
import { projectName, repositoryUrl } from './project.ts';
import { SchemeToggle } from './scheme-toggle.tsx';
import { useIsLogin } from './session.ts';
import { useSiteInfo } from './site-info.ts';
import './bar.css';
import './public-frame.css';

/** The page around what a visitor sees before logging in. */
export function PublicFrame({ children }: { readonly children: ReactNode }) {
  const { title, footer } = useSiteInfo();
  const isLogin = useIsLogin();
  return (
    <div className="public">
      <header className="public-bar">
        <Link to="/" className="bar-title">
          <img src="/favicon.svg" alt="" />
          <span>{title}</span>
        </Link>
        <nav className="bar-links" aria-label={t('nav.site')}>
          <a className="bar-link" href={repositoryUrl} target="_blank" rel="noopener">
            <IconBrandGithub size={18} aria-hidden />
            <span className="bar-link-label">{t('nav.source')}</span>
          </a>
          <LanguageToggle />
          <SchemeToggle />
          <Link className="bar-link bar-link-strong" to={isLogin ? '/admin' : '/login'}>
            {t(isLogin ? 'nav.admin' : 'nav.login')}
          </Link>
        </nav>
      </header>
      <main className="public-main">{children}</main>
      <footer className="public-footer">
        {/* The administrator's own HTML: the policy of the page keeps scripts in it from running. */}
        {footer !== '' && <div dangerouslySetInnerHTML={{ __html: footer }} />}
        <p>
          <a href={repositoryUrl} target="_blank" rel="noopener">
            {t('powered.by', { project: projectName })}
          </a>
        </p>
      </footer>
    </div>
  );
}
