import { t, type TextKey } from '../language.ts';

/** Each program whose links can be imported, and what of it. */
const sources = {
  YOURLS: 'migration.source.yourls',
  Polr: 'migration.source.polr',
  Zurl: 'migration.source.zurl',
  Shlink: 'migration.source.shlink',
  Kutt: 'migration.source.kutt',
  Sink: 'migration.source.sink',
  Brisk: 'migration.source.brisk',
} as const satisfies Record<string, TextKey>;

/** Names the programs whose links can be imported, and on demand which of their files. */
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
