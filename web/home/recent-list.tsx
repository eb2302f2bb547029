import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useId } from 'react';
import { t } from '../language.ts';
import type { RecentLink } from './recent-links.ts';
import { MiddleCut } from '../ui/text/middle-cut.tsx';
import { toReadableAddress } from '../ui/text/readable-url.ts';
import { focusMain, focusNeighbor } from '../ui/focus-neighbor.ts';
import { IconAction } from '../ui/icon-action.tsx';
import { shortLinkPrefix, toShortLink } from '../urls/short-link.ts';
import { useCopied } from '../parts/copy-button.tsx';

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
        <span className="recent-note note">{t('recent.note')}</span>
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
            <span className="recent-target mono note">
              <MiddleCut text={toReadableAddress(longUrl)} title={longUrl} />
            </span>
            <IconAction
              label={t('recent.forget', { code })}
              title={t('recent.forget.action')}
              onClick={(event) => {
                focusNeighbor(event);
                onForget(code);
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A short link. A press copies it. */
function RecentCopy({ code }: { readonly code: string }) {
  const { isCopied, copy } = useCopied(toShortLink(code));
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className="recent-copy mono plain-button"
      data-copied={isCopied || undefined}
      aria-label={t(isCopied ? 'recent.copied' : 'recent.copy', { link: shortLinkPrefix() + code })}
      title={toShortLink(code)}
      onClick={copy}
    >
      <span className="recent-short cut">
        <span className="muted">{shortLinkPrefix()}</span>
        {code}
      </span>
      <Icon size={15} aria-hidden />
    </button>
  );
}
