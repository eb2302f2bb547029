import { useId, useLayoutEffect, useRef } from 'react';
import { t } from '../language.ts';
import { toShortLink } from '../links/short-link.ts';
import { toast } from '../toast.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { contract } from './contraction.ts';
import type { Shortened } from './shorten-form.tsx';

export function ShortLinkResult({ shortened }: { readonly shortened: Shortened }) {
  const { link, from } = shortened;
  const shortLink = toShortLink(link.short_url);
  const path = shortLink.slice(shortLink.lastIndexOf('/'));
  const headingId = useId();
  const text = useRef<HTMLAnchorElement>(null);
  const copy = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    if (text.current === null) return;
    copy.current?.focus();
    getSelection()?.selectAllChildren(text.current);
    if (from !== null) contract(link.long_url, from, text.current);
  }, [from, link.long_url]);

  return (
    <section className="home-result" aria-labelledby={headingId}>
      <h2 id={headingId} className="home-result-label">
        {t('home.result')}
      </h2>
      <div className="home-result-row">
        <a ref={text} className="home-short mono" href={shortLink} target="_blank" rel="noopener">
          <span className="home-short-part muted">{shortLink.slice(0, -path.length)}</span>
          <wbr />
          <span className="home-short-part">
            <span className="muted">/</span>
            {path.slice(1)}
          </span>
        </a>
        <CopyButton
          ref={copy}
          size="lg"
          text={shortLink}
          label={t('home.copy')}
          copiedLabel={t('copied')}
          onFail={() => toast('warning', t('copy.failed'))}
        />
      </div>
      <p className="home-original" title={link.long_url}>
        <span className="muted">{t('home.original')}</span>{' '}
        <span className="mono">{link.long_url}</span>
      </p>
    </section>
  );
}
