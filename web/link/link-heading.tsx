import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { splitCode } from '../../contracts/domain-code.ts';
import type { Link } from '../../contracts/links.ts';
import { locale, t } from '../language.ts';
import { shortLinkPrefix, toShortLink } from '../short-link.ts';
import { escapeInvisible } from '../stats/format-value.ts';
import { toast } from '../toast.tsx';
import { formatNumber } from '../ui/format-number.ts';
import { MiddleCut } from '../ui/middle-cut.tsx';
import { toReadableAddress, toReadableHost } from '../ui/readable-url.ts';
import { useCopied } from '../ui/use-copied.ts';
import { ActionDialogs, type ActionDialog } from './action-dialogs.tsx';
import { LinkActions } from './link-actions.tsx';
import { LinkState } from './link-state.tsx';

interface LinkHeadingProps {
  /** As stored. */
  readonly code: string;
  /** Undefined while it loads. */
  readonly link: Link | undefined;
}

/** The heading of a link's page: short link, long URL and actions. */
export function LinkHeading({ code, link }: LinkHeadingProps) {
  const { isCopied, copy } = useCopied(toShortLink(code), () => toast('warning', t('copy.failed')));
  const { domain, code: text } = splitCode(code);
  const [dialog, setDialog] = useState<ActionDialog | null>(null);
  return (
    <div className="link-head">
      <div className="link-head-name">
        <h1 className="page-title mono">
          <button type="button" className="link-code" title={t('link.copy.short')} onClick={copy}>
            <span className="link-host">{shortLinkPrefix(toReadableHost(domain))}</span>
            <wbr />
            {escapeInvisible(text)}
          </button>
        </h1>
        {link !== undefined && <LinkState link={link} />}
        {link !== undefined && link.refused_passwords > 0 && (
          <span className="link-state">
            {t('link.refused.passwords', {
              count: link.refused_passwords,
              shown: formatNumber(link.refused_passwords, locale),
            })}
          </span>
        )}
      </div>
      {/* Reserves the lines while the link loads: nothing below moves. */}
      <div className="link-target">
        {link !== undefined && (
          <>
            <IconArrowRight size={16} aria-hidden />
            <span className="visually-hidden">{t('link.target')}</span>
            <a href={link.long_url} target="_blank" rel="noopener noreferrer" className="mono">
              <MiddleCut text={toReadableAddress(link.long_url)} title={link.long_url} />
            </a>
          </>
        )}
      </div>
      {link?.title !== '' && (
        <p className="link-title" title={link && escapeInvisible(link.title)}>
          {link && escapeInvisible(link.title)}
        </p>
      )}
      <output className="visually-hidden">{isCopied && t('copied')}</output>
      <div className="link-actions">
        {link !== undefined && (
          <LinkActions link={link} isCopied={isCopied} onCopy={copy} onShow={setDialog} />
        )}
      </div>
      <ActionDialogs dialog={dialog} onShow={setDialog} />
    </div>
  );
}
