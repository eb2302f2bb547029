import { Chip, Group } from '@mantine/core';
import { useId } from 'react';
import { t } from '../language.ts';
import { repositoryUrl } from '../project.ts';
import '@mantine/core/styles/Chip.css';

interface Way {
  /** What gets the file from the other program. */
  readonly command?: string;
  /** The table with the links. */
  readonly table?: string;
}

const rulesUrl = `${repositoryUrl}/blob/main/docs/import.md#rules-of-shlink`;

/** The programs whose files can be imported. */
const ways = {
  YOURLS: {
    command:
      'https://s.example.com/yourls-api.php?action=stats&filter=last&limit=100000&format=json&signature=…',
    table: 'yourls_url',
  },
  Polr: { table: 'links' },
  Zurl: {
    command:
      'curl -H "Authorization: Bearer sk-…" "https://s.example.com/api/urls?page=1&limit=200" > links.json',
    table: 'zurl_urls',
  },
  Shlink: {
    command:
      'curl -H "X-Api-Key: …" "https://s.example.com/rest/v3/short-urls?itemsPerPage=100000" > links.json',
  },
  Kutt: {
    command:
      'curl -H "X-API-KEY: …" "https://s.example.com/api/v2/links?limit=50&skip=0" > links.json',
    table: 'links',
  },
  Sink: {},
  Brisk: {},
} as const satisfies Record<string, Way>;

export type Source = keyof typeof ways | 'CSV';

const sources = [...Object.keys(ways), 'CSV'] as readonly Source[];

interface SourceGuideProps {
  /** Null: not asked yet. */
  readonly source: Source | null;
  readonly onChange: (source: Source) => void;
}

/** Asks for the program that the links come from, and says how to get them out of it. */
export function SourceGuide({ source, onChange }: SourceGuideProps) {
  const id = useId();
  return (
    <div className="migration-source">
      <h3 id={id} className="migration-subheading">
        {t('migration.from')}
      </h3>
      <Group role="radiogroup" aria-labelledby={id} gap="0.5rem" mt="xs">
        <Chip.Group value={source} onChange={(chosen) => onChange(chosen)}>
          {sources.map((name) => (
            <Chip key={name} value={name} size="sm">
              {name === 'CSV' ? t('migration.from.csv') : name}
            </Chip>
          ))}
        </Chip.Group>
      </Group>
      <div className="migration-way" aria-live="polite">
        {source === 'CSV' && <p>{t('migration.way.CSV')}</p>}
        {source !== null && source !== 'CSV' && <Steps source={source} />}
      </div>
    </div>
  );
}

function Steps({ source }: { readonly source: keyof typeof ways }) {
  const { command, table }: Way = ways[source];
  return (
    <>
      <ol>
        {t(`migration.way.${source}`)
          .split('\n')
          .map((step) => (
            <li key={step}>{step}</li>
          ))}
      </ol>
      {command !== undefined && <code className="mono">{command}</code>}
      {table !== undefined && <p>{t('migration.way.table', { table })}</p>}
      {source === 'Shlink' && (
        <p>
          {t('migration.way.rules')}{' '}
          <a href={rulesUrl} target="_blank" rel="noopener">
            {t('migration.way.script')}
          </a>
        </p>
      )}
    </>
  );
}
