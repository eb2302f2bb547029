import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { DocsNav } from './docs-nav.tsx';
import { t } from './docs-text.ts';
import { groupCalls } from './found-calls.ts';
import { referenceQuery } from './reference.api.ts';
import { WithCode } from './with-code.tsx';

const chapters = ['start', 'create', 'list', 'errors', 'machine'] as const;

/** The contents of the API docs. */
export function SideNav() {
  return <DocsNav label={t('docs.contents')}>{(close) => <Contents onChoose={close} />}</DocsNav>;
}

function Contents({ onChoose }: { readonly onChoose: () => void }) {
  const { data = [] } = useQuery(referenceQuery);
  const named = useLocation({ select: ({ hash }) => hash });
  const link = (target: string, text: string) => (
    <a
      href={`#${target}`}
      aria-current={target === named ? 'location' : undefined}
      onClick={onChoose}
    >
      <WithCode text={text} />
    </a>
  );
  return (
    <>
      <p className="docs-nav-head">{t('docs.guide')}</p>
      <ul>
        {chapters.map((chapter) => (
          <li key={chapter}>{link(chapter, t(`docs.${chapter}`))}</li>
        ))}
      </ul>
      <p className="docs-nav-head">{link('reference', t('docs.reference'))}</p>
      {groupCalls(data).map(({ tag, calls }) => (
        <ul key={tag} aria-label={t(`docs.tag.${tag}`)}>
          {calls.map(({ id: call, summary }) => (
            <li key={call}>
              {/* The part after a semicolon is detail. */}
              {link(call, summary.split(/[;；]/, 1).join(''))}
            </li>
          ))}
        </ul>
      ))}
    </>
  );
}
