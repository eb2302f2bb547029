import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { t } from '../language.ts';
import { toStats } from './stats-link.ts';

interface AddedLinkProps {
  readonly text: string;
  readonly code: string;
  readonly onQr: (code: string) => void;
}

/** A toast about the new link. It leads to its page and to its QR code. */
export function AddedLink({ text, code, onQr }: AddedLinkProps) {
  return (
    <span className="links-undo">
      <span>{text}</span>
      <span className="links-added">
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
