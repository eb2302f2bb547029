import { Box, Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import {
  lazy,
  Suspense,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import { loadQrTexts, t } from '../language.ts';
import { toShortLink, toStoredCode } from '../urls/short-link.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import type { CreatedLink } from './links.api.ts';
import './added-link.css';

const loadQrPanel = () => Promise.all([import('../qr/qr-panel.tsx'), loadQrTexts()]);
const QrPanel = lazy(async () => {
  const [{ QrPanel: Panel }] = await loadQrPanel();
  return { default: Panel };
});

interface AddedLinkProps {
  readonly link: CreatedLink;
  readonly title: string;
  /** Receives the short link on the page when it appears. */
  readonly onShown?: (text: HTMLElement) => void;
  /** Further actions. */
  readonly children?: ReactNode;
}

/** A new short link, with copy and QR code. It takes the focus once. */
export function AddedLink({ link, title, onShown, children }: AddedLinkProps) {
  const code = toStoredCode(link);
  const shortLink = toShortLink(code);
  const headingId = useId();
  const qrId = useId();
  const [hasQr, setHasQr] = useState(false);
  const text = useRef<HTMLAnchorElement>(null);
  const copy = useRef<HTMLButtonElement>(null);

  const show = useEffectEvent((shown: HTMLElement) => onShown?.(shown));
  useLayoutEffect(() => {
    if (text.current === null) return;
    copy.current?.focus();
    getSelection()?.selectAllChildren(text.current);
    show(text.current);
  }, []);

  return (
    <section className="added" aria-labelledby={headingId}>
      <Box component="h2" id={headingId} c="dimmed" fz="sm" fw={400}>
        {title}
      </Box>
      <div className="added-row">
        <ShortLink ref={text} shortLink={shortLink} />
        <div className="added-actions">
          <CopyButton ref={copy} data-goes-on size="lg" text={shortLink} label={t('home.copy')} />
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
          {children}
        </div>
      </div>
      <Original longUrl={link.long_url} />
      <Box id={qrId} maw="34rem" mih="15rem" mt="1.5rem" hidden={!hasQr}>
        {hasQr && (
          <Suspense fallback={null}>
            <QrPanel code={code} />
          </Suspense>
        )}
      </Box>
    </section>
  );
}

function Original({ longUrl }: { readonly longUrl: string }) {
  return (
    <p className="added-original" title={longUrl}>
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
    <a ref={ref} className="added-short mono" href={shortLink} target="_blank" rel="noopener">
      <span className="added-part muted">{shortLink.slice(0, -path.length)}</span>
      <wbr />
      <span className="added-part">
        <span className="muted">/</span>
        {path.slice(1)}
      </span>
    </a>
  );
}
