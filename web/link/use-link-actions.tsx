import {
  IconCheck,
  IconCopy,
  IconCopyPlus,
  IconExternalLink,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconQrcode,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Link } from '../../contracts/links.ts';
import { t } from '../language.ts';
import { toSettings } from '../links/stats-link.ts';
import { useDelete } from '../links/use-delete.tsx';
import { toShortLink, toStoredCode } from '../short-link.ts';
import { toast } from '../toast.tsx';
import type { LinkAction } from './link-action.ts';
import { useAddress } from './use-address.ts';
import { useSwitch } from './use-switch.tsx';

interface ActionEvents {
  readonly isCopied: boolean;
  readonly onCopy: () => void;
  readonly onQr: () => void;
  readonly onDuplicate: () => void;
}

/** The actions on a link, in the order of the menu. */
export function useLinkActions(link: Link, events: ActionEvents): readonly LinkAction[] {
  const navigate = useNavigate();
  const { confirmDelete } = useDelete({
    // Back must not return to the page of a deleted link.
    onDeleted: () => void navigate({ to: '/admin/$name', params: { name: 'list' }, replace: true }),
    onRestored: () => undefined,
  });
  const switchLink = useSwitch(link);
  const isInSettings = useAddress().page === 'settings';
  const isOff = link.state === 'off';
  const actions: readonly (LinkAction | false)[] = [
    ...listCopyActions(link, events),
    {
      id: 'open',
      label: 'link.open',
      rank: 2,
      Icon: IconExternalLink,
      href: toShortLink(toStoredCode(link)),
    },
    // The switch has no effect on an expired link.
    link.state !== 'expired' && {
      id: 'switch',
      label: isOff ? 'link.switch.on' : 'link.switch.off',
      rank: 2,
      Icon: isOff ? IconPlayerPlay : IconPlayerPause,
      run: () => void switchLink(!isOff),
    },
    {
      id: 'duplicate',
      label: 'link.duplicate',
      Icon: IconCopyPlus,
      rank: 3,
      run: events.onDuplicate,
    },
    !isInSettings && {
      id: 'edit',
      label: 'link.edit',
      rank: 2,
      Icon: IconPencil,
      to: toSettings(toStoredCode(link)),
    },
    {
      id: 'delete',
      label: 'link.delete',
      rank: 3,
      Icon: IconTrash,
      isDangerous: true,
      run: () => confirmDelete({ links: [link], all: null }),
    },
  ];
  return actions.filter((action) => action !== false);
}

/** The actions that pass the link on. */
function listCopyActions(link: Link, events: ActionEvents): readonly (LinkAction | false)[] {
  return [
    {
      id: 'copy',
      label: events.isCopied ? 'copied' : 'copy',
      Icon: events.isCopied ? IconCheck : IconCopy,
      rank: 1,
      run: events.onCopy,
    },
    { id: 'qr', label: 'qr.title', Icon: IconQrcode, rank: 1, run: events.onQr },
    canShare() && {
      id: 'share',
      label: 'link.share',
      Icon: IconShare,
      rank: 1,
      run: () => void share(link),
    },
  ];
}

function canShare(): boolean {
  return typeof navigator.share === 'function';
}

async function share(link: Link) {
  const { title } = link;
  try {
    await navigator.share({ url: toShortLink(toStoredCode(link)), ...(title !== '' && { title }) });
  } catch (error) {
    const isCanceled = error instanceof DOMException && error.name === 'AbortError';
    if (!isCanceled) toast('error', t('link.share.failed'));
  }
}
