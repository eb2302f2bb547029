import { t, type TextKey } from '../language.ts';

/** The supported programs, each with the key of a text about its files. */
const sources = {
  YOURLS: 'migration.source.yourls',
  Polr: 'migration.source.polr',
  Zurl: 'migration.source.zurl',
  Shlink: 'migration.source.shlink',
  Kutt: 'migration.source.kutt',
  Sink: 'migration.source.sink',
  Brisk: 'migration.source.brisk',
} as const satisfies Record<string, TextKey>;

/** Lists the supported programs. On demand, it shows which of their files to import. */
export function SourceList() {
  return (
    <>
      {t('migration.note.source')}
      <details className="migration-sources">
        <summary>{t('migration.sources')}</summary>
        <dl>
          {Object.entries(sources).map(([name, what]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{t(what)}</dd>
            </div>
          ))}
        </dl>
        <p>{t('migration.note.tables')}</p>
      </details>
    </>
  );
}
