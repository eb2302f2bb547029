import { Box, Group } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { use, useState, lazy, Suspense } from 'react';
import { splitCode } from '../../contracts/links/domain-code.ts';
import type { Link } from '../../contracts/links/links.ts';
import { locale, t, toCounted } from '../language.ts';
import { isUsedUp } from '../links/links.api.ts';
import { toStats } from '../links/stats-link.ts';
import { QrDialog } from '../qr/qr-dialog.tsx';
import { shortLinkPrefix, toShortLink, toStoredCode } from '../urls/short-link.ts';
import { toast } from '../toast.tsx';
import { escapeInvisible } from '../ui/text/escape-invisible.ts';
import { Instant } from '../ui/text/instant.tsx';
import { MiddleCut } from '../ui/text/middle-cut.tsx';
import { toReadableAddress, toReadableHost } from '../ui/text/readable-url.ts';
import { PageHelp } from '../ui/page-head.tsx';
import { useCopied } from '../parts/copy-button.tsx';
import { GiveDialog } from './give-dialog.tsx';
import { LinkActions, type ActionDialog } from './link-actions.tsx';

interface LinkHeadingProps {
  /** As stored. */
  readonly code: string;
  /** Undefined while it loads. */
  readonly link: Link | undefined;
}

/** The heading of a link's page: short link, long URL and actions. */
export function LinkHeading({ code, link }: LinkHeadingProps) {
  const { isCopied, copy } = useCopied(toShortLink(code));
  const { domain, code: text } = splitCode(code);
  const [dialog, setDialog] = useState<ActionDialog | null>(null);
  return (
    <Box mb="1.25rem">
      <Group gap="0.25rem 0.75rem">
        <h1 className="page-title mono anywhere">
          <button
            type="button"
            className="link-code plain-button"
            title={t('home.copy')}
            onClick={copy}
          >
            <Box component="span" c="dimmed" fw={400}>
              {shortLinkPrefix(toReadableHost(domain))}
            </Box>
            <wbr />
            {escapeInvisible(text)}
          </button>
        </h1>
        {link !== undefined && <LinkState link={link} />}
        {link !== undefined && link.refused_passwords > 0 && (
          <span className="link-state">
            {t('link.refused.passwords', toCounted(link.refused_passwords))}
          </span>
        )}
        {use(PageHelp)}
        {link !== undefined && <LinkOwner link={link} />}
      </Group>
      {/* Reserves the lines while the link loads: nothing below moves. */}
      <Group className="link-target note" gap="0.375rem" mih="1.5rem" wrap="nowrap">
        {link !== undefined && (
          <>
            <IconArrowRight size={16} aria-hidden />
            <span className="visually-hidden">{t('home.original')}</span>
            <a href={link.long_url} target="_blank" rel="noopener noreferrer" className="mono">
              <MiddleCut text={toReadableAddress(link.long_url)} title={link.long_url} />
            </a>
          </>
        )}
      </Group>
      {link?.title !== '' && (
        <Box component="p" className="cut" mih="1.55em" title={link && escapeInvisible(link.title)}>
          {link && escapeInvisible(link.title)}
        </Box>
      )}
      <output className="visually-hidden">{isCopied && t('copied')}</output>
      <Group className="link-actions" align="stretch" gap="0.5rem" mih="2.25rem" mt="1rem">
        {link !== undefined && (
          <LinkActions link={link} isCopied={isCopied} onCopy={copy} onShow={setDialog} />
        )}
      </Group>
      <ActionDialogs dialog={dialog} onShow={setDialog} />
    </Box>
  );
}

function LinkOwner({ link: { owner } }: { readonly link: Link }) {
  if (owner === undefined) return null;
  const name = owner?.username;
  return (
    <span className="note">
      {name === undefined ? t('link.owner.none') : t('link.owner', { name })}
    </span>
  );
}

const LinkDialog = lazy(async () => ({
  default: (await import('../links/form/link-dialog.tsx')).LinkDialog,
}));

interface ActionDialogsProps {
  readonly dialog: ActionDialog | null;
  readonly onShow: (dialog: ActionDialog | null) => void;
}

function ActionDialogs({ dialog, onShow }: ActionDialogsProps) {
  const navigate = useNavigate();
  const task = dialog?.kind === 'add' || dialog?.kind === 'edit' ? dialog : null;
  return (
    <>
      <QrDialog code={dialog?.kind === 'qr' ? dialog.code : null} onClose={() => onShow(null)} />
      <GiveDialog
        link={dialog?.kind === 'give' ? dialog.link : null}
        onClose={() => onShow(null)}
      />
      {task !== null && (
        <Suspense fallback={null}>
          <LinkDialog
            task={task}
            isOpen
            onClose={() => onShow(null)}
            onAdded={(added, about) => {
              toast('success', about);
              void navigate(toStats(toStoredCode(added)));
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Shows why a link does not redirect, or when it expires. Otherwise it shows nothing. */
function LinkState({ link }: { readonly link: Link }) {
  const { state, expires_at: end, starts_at: start } = link;
  if (state === 'off') return <span className="link-state">{t('link.state.off')}</span>;
  if (isUsedUp(link)) {
    return <span className="link-state">{t('link.state.used.up')}</span>;
  }
  const at = state === 'scheduled' ? start : end;
  if (at === 0) return null;
  const instant = { at, locale, justNow: t('just.now') };
  return (
    <span className="link-state" data-live={state === 'live' || undefined}>
      <Instant {...instant} format={(when) => t(`link.state.${state}`, { when })} />
    </span>
  );
}
