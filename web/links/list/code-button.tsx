import { IconCopy } from '@tabler/icons-react';
import { t } from '../../language.ts';
import { shortLinkPrefix, toShortLink, toStoredCode } from '../../urls/short-link.ts';
import { toast } from '../../toast.tsx';
import { copyText } from '../../ui/text/copy-text.ts';
import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { toLinkName, toReadableHost } from '../../ui/text/readable-url.ts';
import type { Link } from '../links.api.ts';

/** A code of this length fits into every layout. */
const SHORT_MAX = 12;

/** The short link of a row. A press copies it. */
export function CodeButton({ link }: { readonly link: Link }) {
  const { domain, short_url: code } = link;
  const stored = toStoredCode(link);
  const shortLink = toShortLink(stored);
  return (
    <button
      type="button"
      tabIndex={-1}
      className="links-code mono"
      title={shortLink}
      onClick={() => void copyShortLink(link)}
    >
      <span className="visually-hidden">{t('links.copy', { code: stored })}</span>
      <span className="links-code-shown" aria-hidden>
        <span
          className="links-code-host"
          data-prefix={shortLinkPrefix(toReadableHost(domain))}
          data-domain={domain || undefined}
        />
        <span className="links-code-text">
          {code.length > SHORT_MAX ? <MiddleCut text={code} title={shortLink} /> : code}
        </span>
        <IconCopy size={16} />
      </span>
    </button>
  );
}

/** Copies the short link of a link, and says so. */
export async function copyShortLink(link: Link) {
  const isCopied = await copyText(toShortLink(toStoredCode(link)));
  if (isCopied) toast('success', t('links.copied', { code: toLinkName(link) }));
  else toast('warning', t('copy.failed'));
}
