import { useParams } from '@tanstack/react-router';
import { guideChapters } from '../../../contracts/guide.constants.ts';
import { t } from '../../language.ts';
import { useDocumentTitle } from '../../use-document-title.ts';
import { DocsFrame } from '../docs-frame.tsx';
import { DocsNav } from '../docs-nav.tsx';
import { WithCode } from '../with-code.tsx';

/** A chapter of the guide. The server refuses an unknown one. */
export function GuidePage() {
  const { chapter: named } = useParams({ from: '/docs/guide/$chapter' });
  const chapter = guideChapters.find((name) => name === named) ?? 'start';
  useDocumentTitle(t(`guide.${chapter}`));
  return (
    <DocsFrame
      nav={
        <DocsNav label={t('guide.contents')}>
          {() => (
            <>
              <p className="docs-nav-head">{t('guide.title')}</p>
              <ul>
                {guideChapters.map((name) => (
                  <li key={name}>
                    <a
                      href={`/docs/guide/${name}`}
                      aria-current={name === chapter ? 'page' : undefined}
                    >
                      {t(`guide.${name}`)}
                    </a>
                  </li>
                ))}
              </ul>
              <p className="docs-nav-head">
                <a href="/docs">{t('guide.reference')}</a>
              </p>
            </>
          )}
        </DocsNav>
      }
    >
      <h1>{t(`guide.${chapter}`)}</h1>
      <Body text={t(`guide.${chapter}.text`)} />
    </DocsFrame>
  );
}

/** Neighboring items form one list. */
function Body({ text }: { readonly text: string }) {
  const blocks: string[][] = [];
  for (const line of text.split('\n')) {
    const last = blocks.at(-1);
    if (line.startsWith('- ') && last?.[0]?.startsWith('- ') === true) last.push(line);
    else blocks.push([line]);
  }
  return blocks.map((lines) =>
    lines[0]!.startsWith('- ') ? (
      <ul key={lines[0]} className="guide-list">
        {lines.map((line) => (
          <li key={line}>
            <Line text={line.slice(2)} />
          </li>
        ))}
      </ul>
    ) : (
      <p key={lines[0]}>
        <Line text={lines[0]!} />
      </p>
    ),
  );
}

/** The parts between double asterisks stand out. */
function Line({ text }: { readonly text: string }) {
  return text
    .split('**')
    .map((part, at) =>
      at % 2 === 1 ? <strong key={part}>{part}</strong> : <WithCode key={part} text={part} />,
    );
}
