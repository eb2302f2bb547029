import { useAppInfo, useMay } from '../app-info.ts';
import { t } from '../language.ts';
import { Notes } from '../ui/notes.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { ExportSection } from './export-section.tsx';
import { ImportSection } from './import-section.tsx';
import { ComingOver } from './jobs/coming-over.tsx';
import './migration.css';

export function MigrationPage() {
  useDocumentTitle(t('migration.title'));
  const mayImport = useMay('links.import');
  // The export waits until it is known whether imports stand above it: it never moves.
  const { isPending } = useAppInfo(false);
  return (
    <div className="migration">
      <PageHead title={t('migration.title')} />
      {mayImport && (
        <>
          <Notes label={t('notes')}>
            <li>{t('migration.note.source')}</li>
            <li>{t('migration.note.kept')}</li>
            <li>{t('migration.note.again')}</li>
          </Notes>
          <ComingOver />
          <ImportSection />
        </>
      )}
      {!isPending && <ExportSection />}
    </div>
  );
}
