import { IconCheck, IconCopy } from '@tabler/icons-react';
import { splitCode } from '../../../contracts/links/domain-code.ts';
import { t } from '../../language.ts';
import { shortLinkPrefix, toShortLink } from '../../urls/short-link.ts';
import { toast } from '../../toast.tsx';
import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { toReadableHost } from '../../ui/text/readable-url.ts';
import { useCopied } from '../../ui/text/use-copied.ts';

/** A code of this length fits into every layout. */
const SHORT_MAX = 12;

/** The short link of a stored code. A press copies it. */
export function CodeButton({ code: stored }: { readonly code: string }) {
  const { domain, code } = splitCode(stored);
  const shortLink = toShortLink(stored);
  const { isCopied, copy } = useCopied(shortLink, () => toast('warning', t('copy.failed')));
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className="links-code mono"
      data-copied={isCopied || undefined}
      title={shortLink}
      onClick={copy}
    >
      <span className="visually-hidden">
        {t(isCopied ? 'links.copied' : 'links.copy', { code: stored })}
      </span>
      <span className="links-code-shown" aria-hidden>
        <span
          className="links-code-host"
          data-prefix={shortLinkPrefix(toReadableHost(domain))}
          data-domain={domain || undefined}
        />
        <span className="links-code-text">
          {code.length > SHORT_MAX ? <MiddleCut text={code} title={shortLink} /> : code}
        </span>
        <Icon size={16} />
        {isCopied && <span className="links-code-done">{t('copied')}</span>}
      </span>
    </button>
  );
}
