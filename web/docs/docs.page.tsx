import { LanguageToggle } from '../language-toggle.tsx';
import { t as common } from '../language.ts';
import { projectName, repositoryUrl } from '../project.ts';
import { SchemeToggle } from '../look/scheme-toggle.tsx';
import { useIsLogin } from '../session.ts';
import { useSiteInfo } from '../site-info.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { t } from './docs-text.ts';
import { Guide } from './guide.tsx';
import { Reference } from './reference.tsx';
import { SideNav } from './side-nav.tsx';
import '../frame/bar.css';
import './docs.css';
import './code.css';
import './reference.css';

export function DocsPage() {
  useDocumentTitle(t('docs.title'));
  const { title } = useSiteInfo();
  const isLogin = useIsLogin();
  return (
    <div className="docs">
      <header className="docs-bar">
        <a className="skip-link" href="#content">
          {common('skip.to.content')}
        </a>
        <a href="/" className="bar-title">
          <img src="/favicon.svg" alt="" />
          <span>{title}</span>
        </a>
        <nav className="bar-links" aria-label={common('nav.site')}>
          <LanguageToggle />
          <SchemeToggle />
          <a className="bar-link bar-link-strong" href={isLogin ? '/admin' : '/login'}>
            {common(isLogin ? 'nav.admin' : 'nav.login')}
          </a>
        </nav>
      </header>
      <SideNav />
      <main id="content" className="docs-main" tabIndex={-1}>
        <h1>{t('docs.title')}</h1>
        <p className="docs-lead">{t('docs.lead')}</p>
        <Guide />
        <section id="reference" className="docs-reference">
          <h2>{t('docs.reference')}</h2>
          <Reference />
        </section>
      </main>
      <footer className="docs-footer note">
        <a href={repositoryUrl} target="_blank" rel="noopener">
          {common('powered.by', { project: projectName })}
        </a>
      </footer>
    </div>
  );
}
