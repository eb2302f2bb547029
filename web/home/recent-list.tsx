import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId, type MouseEvent } from 'react';
import { t } from '../language.ts';
import { RecentCopy } from './recent-copy.tsx';
import type { RecentLink } from './recent-links.ts';
import { MiddleCut } from '../ui/text/middle-cut.tsx';
import { toReadableAddress } from '../ui/text/readable-url.ts';

interface RecentListProps {
  readonly links: readonly RecentLink[];
  readonly onForget: (code: string) => void;
  readonly onForgetAll: () => void;
}

/** Lists the last links from this browser. */
export function RecentList({ links, onForget, onForgetAll }: RecentListProps) {
  const headingId = useId();
  return (
    <section className="recent" aria-labelledby={headingId}>
      <div className="recent-head">
        <h2 id={headingId} className="recent-title">
          {t('recent.title')}
        </h2>
        <span className="recent-note">{t('recent.note')}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={(event) => {
            focusMain(event);
            onForgetAll();
          }}
        >
          {t('recent.forget.all')}
        </Button>
      </div>
      <ul className="recent-links">
        {links.map(({ code, longUrl }) => (
          <li key={code} className="recent-link">
            <RecentCopy code={code} />
            <span className="recent-target mono">
              <MiddleCut text={toReadableAddress(longUrl)} title={longUrl} />
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('recent.forget', { code })}
              title={t('recent.forget.action')}
              onClick={(event) => {
                focusNeighbor(event);
                onForget(code);
              }}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The pressed button disappears: the focus moves to the button of the next link. */
function focusNeighbor(event: MouseEvent<HTMLElement>) {
  const item = event.currentTarget.closest('li');
  const neighbor = item?.nextElementSibling ?? item?.previousElementSibling;
  const button = neighbor?.querySelector<HTMLElement>('button:last-of-type');
  if (button === null || button === undefined) focusMain(event);
  else button.focus();
}

function focusMain({ currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.closest('main')?.focus();
}
