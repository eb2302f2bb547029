import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { t } from '../../language.ts';
import { toShortLink } from '../../urls/short-link.ts';
import { toast } from '../../toast.tsx';
import { useCopied } from '../../ui/text/use-copied.ts';
import { toStats } from '../stats-link.ts';

interface AddedLinkProps {
  readonly text: string;
  readonly code: string;
  readonly onQr: (code: string) => void;
}

/** A toast about the new link. It copies it, and leads to its page and to its QR code. */
export function AddedLink({ text, code, onQr }: AddedLinkProps) {
  const { isCopied, copy } = useCopied(toShortLink(code), () => toast('warning', t('copy.failed')));
  return (
    <span className="links-undo">
      <span>{text}</span>
      <span className="links-added">
        <Button size="compact-sm" variant="subtle" onClick={copy}>
          {t(isCopied ? 'copied' : 'copy')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          renderRoot={(root) => <Link {...root} {...toStats(code)} />}
        >
          {t('add.page')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => onQr(code)}>
          {t('qr.title')}
        </Button>
      </span>
    </span>
  );
}
