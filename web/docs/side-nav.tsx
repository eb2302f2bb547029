import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { t } from './docs-text.ts';
import { groupCalls } from './found-calls.ts';
import { referenceQuery } from './reference.api.ts';
import { WithCode } from './with-code.tsx';

const chapters = ['start', 'create', 'list', 'errors', 'machine'] as const;

/** The contents of the page. On narrow windows, a button opens it. */
export function SideNav() {
  const { data = [] } = useQuery(referenceQuery);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const named = useLocation({ select: ({ hash }) => hash });
  const link = (target: string, text: string) => (
    <a
      href={`#${target}`}
      aria-current={target === named ? 'location' : undefined}
      onClick={() => setIsOpen(false)}
    >
      <WithCode text={text} />
    </a>
  );
  return (
    <nav className="docs-nav" aria-label={t('docs.contents')}>
      <button
        type="button"
        className="docs-nav-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('docs.contents')}
        <IconChevronDown size={16} aria-hidden />
      </button>
      <div id={id} className="docs-nav-list" data-open={isOpen || undefined}>
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
      </div>
    </nav>
  );
}
