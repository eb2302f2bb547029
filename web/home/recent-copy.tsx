import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '../language.ts';
import { shortLinkPrefix, toShortLink } from '../urls/short-link.ts';
import { toast } from '../toast.tsx';
import { useCopied } from '../ui/text/use-copied.ts';

/** A short link. A press copies it. */
export function RecentCopy({ code }: { readonly code: string }) {
  const { isCopied, copy } = useCopied(toShortLink(code), () => toast('warning', t('copy.failed')));
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className="recent-copy mono"
      data-copied={isCopied || undefined}
      aria-label={t(isCopied ? 'recent.copied' : 'recent.copy', { link: shortLinkPrefix() + code })}
      title={toShortLink(code)}
      onClick={copy}
    >
      <span className="recent-short">
        <span className="muted">{shortLinkPrefix()}</span>
        {code}
      </span>
      <Icon size={15} aria-hidden />
    </button>
  );
}
