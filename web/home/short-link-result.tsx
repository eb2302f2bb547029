import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense, useId, useLayoutEffect, useRef, useState, type Ref } from 'react';
import { loadQrTexts, t } from '../language.ts';
import { toShortLink } from '../urls/short-link.ts';
import { toast } from '../toast.tsx';
import { CopyButton } from '../ui/text/copy-button.tsx';
import { animateContraction } from './contraction.ts';
import type { Shortened } from './use-shortening.tsx';

const loadQrPanel = () => Promise.all([import('../qr/qr-panel.tsx'), loadQrTexts()]);
const QrPanel = lazy(async () => {
  const [{ QrPanel: Panel }] = await loadQrPanel();
  return { default: Panel };
});

export function ShortLinkResult({ shortened }: { readonly shortened: Shortened }) {
  const { link, from } = shortened;
  const shortLink = toShortLink(link.short_url);
  const headingId = useId();
  const qrId = useId();
  const [hasQr, setHasQr] = useState(false);
  const text = useRef<HTMLAnchorElement>(null);
  const copy = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    if (text.current === null) return;
    copy.current?.focus();
    getSelection()?.selectAllChildren(text.current);
    if (from !== null) animateContraction(link.long_url, from, text.current);
  }, [from, link.long_url]);

  return (
    <section className="home-result" aria-labelledby={headingId}>
      <h2 id={headingId} className="home-result-label">
        {t('home.result')}
      </h2>
      <div className="home-result-row">
        <ShortLink ref={text} shortLink={shortLink} />
        <div className="home-result-actions">
          <CopyButton
            ref={copy}
            data-goes-on
            size="lg"
            text={shortLink}
            label={t('home.copy')}
            copiedLabel={t('copied')}
            onFail={() => toast('warning', t('copy.failed'))}
          />
          <Button
            size="lg"
            variant="default"
            leftSection={<IconQrcode size={20} aria-hidden />}
            aria-expanded={hasQr}
            aria-controls={qrId}
            onClick={() => setHasQr(!hasQr)}
            onFocus={() => void loadQrPanel()}
            onPointerEnter={() => void loadQrPanel()}
          >
            {t('qr.title')}
          </Button>
        </div>
      </div>
      <Original longUrl={link.long_url} />
      <div id={qrId} className="home-qr" hidden={!hasQr}>
        {hasQr && (
          <Suspense fallback={null}>
            <QrPanel code={link.short_url} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

function Original({ longUrl }: { readonly longUrl: string }) {
  return (
    <p className="home-original" title={longUrl}>
      <span className="muted">{t('home.original')}</span> <span className="mono">{longUrl}</span>
    </p>
  );
}

interface ShortLinkProps {
  readonly shortLink: string;
  readonly ref: Ref<HTMLAnchorElement>;
}

function ShortLink({ shortLink, ref }: ShortLinkProps) {
  const path = shortLink.slice(shortLink.lastIndexOf('/'));
  return (
    <a ref={ref} className="home-short mono" href={shortLink} target="_blank" rel="noopener">
      <span className="home-short-part muted">{shortLink.slice(0, -path.length)}</span>
      <wbr />
      <span className="home-short-part">
        <span className="muted">/</span>
        {path.slice(1)}
      </span>
    </a>
  );
}
