import { useDocumentTitle } from '../use-document-title.ts';
import { DocsFrame } from './docs-frame.tsx';
import { t } from './docs-text.ts';
import { ApiGuide } from './api-guide.tsx';
import { Reference } from './reference.tsx';
import { SideNav } from './side-nav.tsx';
import './code.css';
import './reference.css';

export function DocsPage() {
  useDocumentTitle(t('docs.title'));
  return (
    <DocsFrame nav={<SideNav />}>
      <h1>{t('docs.title')}</h1>
      <p className="docs-lead">{t('docs.lead')}</p>
      <ApiGuide />
      <section id="reference" className="docs-reference">
        <h2>{t('docs.reference')}</h2>
        <Reference />
      </section>
    </DocsFrame>
  );
}
