import { IconBrandGithub } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LanguageToggle } from './language-toggle.tsx';
import { t } from '../language.ts';
import { projectName, repositoryUrl } from '../project.ts';
import { SchemeToggle } from '../look/scheme-toggle.tsx';
import { useIsLogin } from '../session.ts';
import { initStateQuery, useSiteInfo } from '../site-info.ts';
import './bar.css';
import './public-frame.css';

interface PublicFrameProps {
  readonly children: ReactNode;
}

export function PublicFrame({ children }: PublicFrameProps) {
  const { title } = useSiteInfo();
  const isLogin = useIsLogin();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { data } = useQuery(initStateQuery);
  const isLoginHere = path === '/login' || data?.is_init === 'no';
  return (
    <div className="public">
      <header className="public-bar">
        <a className="skip-link" href="#content">
          {t('skip.to.content')}
        </a>
        <Link to="/" className="bar-title">
          <img src="/favicon.svg" alt="" />
          <span>{title}</span>
        </Link>
        <nav className="bar-links" aria-label={t('nav.site')}>
          <a
            className="bar-link bar-link-spare"
            href={repositoryUrl}
            target="_blank"
            rel="noopener"
          >
            <IconBrandGithub size={18} aria-hidden />
            <span className="bar-link-label">{t('nav.source')}</span>
          </a>
          <LanguageToggle />
          <SchemeToggle />
          {(isLogin || !isLoginHere) && (
            <Link className="bar-link bar-link-strong" to={isLogin ? '/admin' : '/login'}>
              {t(isLogin ? 'nav.admin' : 'nav.login')}
            </Link>
          )}
        </nav>
      </header>
      <main id="content" className="public-main" tabIndex={-1}>
        {children}
      </main>
      <footer className="public-footer note">
        <p>
          <a href={repositoryUrl} target="_blank" rel="noopener">
            {t('powered.by', { project: projectName })}
          </a>
        </p>
      </footer>
    </div>
  );
}
