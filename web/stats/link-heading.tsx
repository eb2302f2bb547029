import { ActionIcon } from '@mantine/core';
import { IconArrowRight, IconCheck, IconCopy, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import type { Link } from '../../contracts/links.ts';
import { t } from '../language.ts';
import { QrDialog } from '../qr/qr-dialog.tsx';
import { shortLinkPrefix, toShortLink } from '../short-link.ts';
import { toast } from '../toast.tsx';
import { MiddleCut } from '../ui/middle-cut.tsx';
import { toReadableAddress } from '../ui/readable-url.ts';
import { useCopied } from '../ui/use-copied.ts';

interface LinkHeadingProps {
  readonly code: string;
  /** Undefined while it is on its way. */
  readonly link: Link | undefined;
}

/** The short link that a page is about, and where it leads. */
export function LinkHeading({ code, link }: LinkHeadingProps) {
  const shortLink = toShortLink(code);
  const { isCopied, copy } = useCopied(shortLink, () => toast('warning', t('copy.failed')));
  const [isQrOpen, setIsQrOpen] = useState(false);
  const Icon = isCopied ? IconCheck : IconCopy;
  const label = isCopied ? t('stats.copied') : t('links.copy', { code });
  return (
    <div className="stats-link">
      <div className="stats-link-code">
        <h1 className="page-title mono" aria-label={t('stats.of', { code })} title={shortLink}>
          <span className="stats-link-host">{shortLinkPrefix()}</span>
          <wbr />
          {code}
        </h1>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          title={label}
          onClick={copy}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('qr.of', { link: code })}
          title={t('qr.title')}
          onClick={() => setIsQrOpen(true)}
        >
          <IconQrcode size={18} aria-hidden />
        </ActionIcon>
      </div>
      <QrDialog code={isQrOpen ? code : null} onClose={() => setIsQrOpen(false)} />
      {/* The line is kept free, so that nothing below moves. */}
      <div className="stats-link-target">
        {link !== undefined && (
          <>
            <IconArrowRight size={16} aria-hidden />
            <span className="visually-hidden">{t('stats.target')}</span>
            <a href={link.long_url} target="_blank" rel="noopener noreferrer" className="mono">
              <MiddleCut
                text={toReadableAddress(link.long_url)}
                title={[link.title, link.long_url].filter((text) => text !== '').join(' – ')}
              />
            </a>
          </>
        )}
      </div>
    </div>
  );
}
