import { IconCheck, IconX } from '@tabler/icons-react';
import { t } from '../../language.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { findSource, type SourceName } from './sources.ts';
import { nameSource } from './source-tiles.tsx';

const ways = ['yourls', 'shlink', 'kutt', 'zurl', 'chhoto', 'bitly', 'dub'] as const;

/** The smallest file of any origin. */
const plainest =
  '[{"code": "sale", "url": "https://www.example.com/", "title": "Sale", "tags": ["shop"]}]';

/** Says how to get the links out of a product, what comes over, and what doesn't. */
export function SourceWay({ source }: { readonly source: SourceName }) {
  const { command, otherCommand, host } = findSource(source);
  const other = ways.find((name) => name === source);
  return (
    <div className="over-way">
      <h3 className="migration-subheading">
        {source === 'sheet' || source === 'other'
          ? t(`over.how.${source}`)
          : t('over.how', { name: nameSource(source) })}
      </h3>
      <ol>
        {t(`over.way.${source}`)
          .split('\n')
          .map((step) => (
            <li key={step}>{step}</li>
          ))}
      </ol>
      {command !== undefined && <Command text={command} />}
      {source === 'other' && <Command text={plainest} />}
      {other !== undefined && (
        <details className="over-other">
          <summary>{t('over.other')}</summary>
          <p>{t(`over.other.${other}`)}</p>
          {otherCommand !== undefined && <Command text={otherCommand} />}
        </details>
      )}
      <dl className="over-gains">
        <div>
          <dt>
            <IconCheck size={16} aria-hidden /> {t('over.keeps')}
          </dt>
          <dd>{t(`over.keeps.${source}`)}</dd>
        </div>
        <div>
          <dt>
            <IconX size={16} aria-hidden /> {t('over.loses')}
          </dt>
          <dd>{t(`over.loses.${source}`)}</dd>
        </div>
      </dl>
      {host !== undefined && <p className="note">{t('over.hosted', { host })}</p>}
    </div>
  );
}

function Command({ text }: { readonly text: string }) {
  return (
    <div className="over-command">
      <code className="mono">{text}</code>
      <CopyButton variant="subtle" color="gray" size="compact-sm" text={text} label={t('copy')} />
    </div>
  );
}
