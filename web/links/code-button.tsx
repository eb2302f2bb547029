import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '../language.ts';
import { toShortLink } from '../short-link.ts';
import { toast } from '../toast.tsx';
import { useCopied } from '../ui/use-copied.ts';

/** A code that copies its short link when pressed. */
export function CodeButton({ code }: { readonly code: string }) {
  const shortLink = toShortLink(code);
  const { isCopied, copy } = useCopied(shortLink, () => toast('warning', t('copy.failed')));
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className="links-code mono"
      data-copied={isCopied || undefined}
      aria-label={t(isCopied ? 'links.copied' : 'links.copy', { code })}
      title={shortLink}
      onClick={copy}
    >
      <span className="links-code-text">{code}</span>
      <Icon size={15} aria-hidden />
    </button>
  );
}
