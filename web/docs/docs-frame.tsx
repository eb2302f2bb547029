import type { ReactNode } from 'react';
import { LanguageToggle } from '../frame/language-toggle.tsx';
import { t } from '../language.ts';
import { SchemeToggle } from '../look/scheme-toggle.tsx';
import { projectName, repositoryUrl } from '../project.ts';
import { useIsLogin } from '../session.ts';
import { useSiteInfo } from '../site-info.ts';
import '../frame/bar.css';
import './docs.css';

interface DocsFrameProps {
  readonly nav: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the pages below `/docs`: bar, contents and footer. */
export function DocsFrame({ nav, children }: DocsFrameProps) {
  const { title } = useSiteInfo();
  const isLogin = useIsLogin();
  return (
    <div className="docs">
      <header className="docs-bar">
        <a className="skip-link" href="#content">
          {t('skip.to.content')}
        </a>
        <a href="/" className="bar-title">
          <img src="/favicon.svg" alt="" />
          <span>{title}</span>
        </a>
        <nav className="bar-links" aria-label={t('nav.site')}>
          <LanguageToggle />
          <SchemeToggle />
          <a className="bar-link bar-link-strong" href={isLogin ? '/admin' : '/login'}>
            {t(isLogin ? 'nav.admin' : 'nav.login')}
          </a>
        </nav>
      </header>
      {nav}
      <main id="content" className="docs-main" tabIndex={-1}>
        {children}
      </main>
      <footer className="docs-footer note">
        <a href={repositoryUrl} target="_blank" rel="noopener">
          {t('powered.by', { project: projectName })}
        </a>
      </footer>
    </div>
  );
}
