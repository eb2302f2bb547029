import { Menu, ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconDots,
  type TablerIcon,
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
  IconUserShare,
} from '@tabler/icons-react';
import { Link as RouterLink, useNavigate } from '@tanstack/react-router';
import type { Link } from '../../contracts/links/links.ts';
import { useLacks } from '../app-info.ts';
import { t, type TextKey } from '../language.ts';
import { toDuplicateTask, type LinkTask } from '../links/form/link-task.ts';
import { createSwitch } from '../links/selection/switch-link.ts';
import { useDelete } from '../links/selection/use-delete.tsx';
import { toSettings } from '../links/stats-link.ts';
import { toStoredCode, toShortLink } from '../urls/short-link.ts';
import { toast } from '../toast.tsx';
import { LateMenu } from '../ui/late-menu.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { useAddress, useLinkEdits } from './link.api.ts';

/** What an action opens. */
export type ActionDialog =
  | LinkTask
  | { readonly kind: 'qr'; readonly code: string }
  | { readonly kind: 'give'; readonly link: Link };

interface LinkActionsProps {
  readonly link: Link;
  readonly isCopied: boolean;
  readonly onCopy: () => void;
  readonly onShow: (dialog: ActionDialog) => void;
}

/** Shows the actions on a link. A menu holds those without room. */
export function LinkActions(props: LinkActionsProps) {
  const actions = useLinkActions(props);
  const maxRank = useMaxRank();
  const menuActions = actions.filter(({ rank }) => rank > maxRank);
  return (
    <>
      {actions
        .filter(({ rank }) => rank <= maxRank)
        .map((action) => (
          <ActionButton key={action.id} {...action} />
        ))}
      {menuActions.length > 0 && (
        <LateMenu
          button={
            <ActionIcon
              className="link-menu"
              variant="default"
              size="2.25rem"
              aria-label={t('link.more')}
              title={t('link.more')}
            >
              <IconDots size={20} aria-hidden />
            </ActionIcon>
          }
        >
          {menuActions.map((action) => (
            <ActionItem key={action.id} {...action} />
          ))}
        </LateMenu>
      )}
    </>
  );
}

/** The highest rank that the window has room for. */
function useMaxRank(): LinkAction['rank'] {
  const isPhone = usePhone();
  const isTablet = useMediaQuery('(max-width: 64em)', undefined, {
    getInitialValueInEffect: false,
  });
  if (isPhone) return 1;
  return isTablet ? 2 : 3;
}

function ActionButton(action: LinkAction) {
  const { id, label, Icon, isDangerous = false } = action;
  return (
    <Button
      {...toRootProps(action)}
      variant={id === 'copy' ? 'filled' : isDangerous ? 'subtle' : 'default'}
      className={isDangerous ? 'link-danger' : undefined}
      leftSection={<Icon size={18} aria-hidden />}
    >
      {t(label)}
    </Button>
  );
}

function ActionItem(action: LinkAction) {
  const { label, Icon, isDangerous = false } = action;
  return (
    <Menu.Item
      {...toRootProps(action)}
      className={isDangerous ? 'menu-danger' : undefined}
      leftSection={<Icon size={16} aria-hidden />}
    >
      {t(label)}
    </Menu.Item>
  );
}

/** Makes an action with an address a link, and any other a button. */
function toRootProps({ href, to, run }: LinkAction) {
  if (to !== undefined) {
    return { renderRoot: (root: object) => <RouterLink {...root} {...to} /> };
  }
  return href === undefined
    ? { onClick: run }
    : { component: 'a' as const, href, target: '_blank', rel: 'noopener' };
}

/** An action on a link: a function, an external address or a page of the site. */
interface LinkAction {
  readonly id:
    | 'copy'
    | 'qr'
    | 'share'
    | 'open'
    | 'switch'
    | 'duplicate'
    | 'edit'
    | 'give'
    | 'delete';
  readonly label: TextKey;
  readonly Icon: TablerIcon;
  /** Visible beside the menu: 1 always, 2 on tablets and desktops, 3 on desktops only, 4 never. */
  readonly rank: 1 | 2 | 3 | 4;
  readonly isDangerous?: boolean;
  readonly run?: () => void;
  readonly href?: string;
  readonly to?: ReturnType<typeof toSettings>;
}

const switchTexts = { off: 'link.switched.off', on: 'link.switched.on' } as const;

/** The actions on a link, in the order of the menu. */
function useLinkActions({ link, isCopied, onCopy, onShow }: LinkActionsProps): LinkAction[] {
  const confirmDelete = useConfirmDelete();
  const switchLink = createSwitch(useLinkEdits().save, switchTexts);
  const showQr = () => onShow({ kind: 'qr', code });
  const shareLink = () => void share(link);
  const isReader = useLacks('links.edit');
  const mayEdit = link.may?.includes('edit') ?? !isReader;
  const mayCreate = !useLacks('links.create');
  const isInSettings = useAddress().page === 'settings';
  const isOff = link.state === 'off';
  const code = toStoredCode(link);
  const canShare = typeof navigator.share === 'function';
  const actions: readonly (LinkAction | false)[] = [
    isCopied
      ? { id: 'copy', label: 'copied', Icon: IconCheck, rank: 1, run: onCopy }
      : { id: 'copy', label: 'copy', Icon: IconCopy, rank: 1, run: onCopy },
    { id: 'qr', label: 'qr.title', Icon: IconQrcode, rank: 1, run: showQr },
    canShare && { id: 'share', label: 'link.share', Icon: IconShare, rank: 1, run: shareLink },
    { id: 'open', label: 'link.open', Icon: IconExternalLink, rank: 2, href: toShortLink(code) },
    // The switch has no effect on an expired link.
    mayEdit &&
      link.state !== 'expired' && {
        id: 'switch',
        label: isOff ? 'links.switch.on' : 'links.switch.off',
        Icon: isOff ? IconPlayerPlay : IconPlayerPause,
        rank: 2,
        run: () => switchLink(link),
      },
    mayCreate && {
      id: 'duplicate',
      label: 'link.duplicate',
      Icon: IconCopyPlus,
      rank: 3,
      run: () => onShow(toDuplicateTask(link)),
    },
    mayEdit &&
      !isInSettings && {
        id: 'edit',
        label: 'link.edit',
        Icon: IconPencil,
        rank: 2,
        to: toSettings(code),
      },
    toGiveAction(link, onShow),
    mayEdit && {
      id: 'delete',
      label: 'link.delete',
      Icon: IconTrash,
      rank: 3,
      isDangerous: true,
      run: () => confirmDelete({ links: [link], all: null }),
    },
  ];
  return actions.filter((action) => action !== false);
}

function toGiveAction(link: Link, onShow: LinkActionsProps['onShow']): LinkAction | false {
  const run = () => onShow({ kind: 'give', link });
  const mayGive = link.may?.includes('give') === true;
  return mayGive && { id: 'give', label: 'link.give', Icon: IconUserShare, rank: 4, run };
}

function useConfirmDelete() {
  const navigate = useNavigate();
  const { confirmDelete } = useDelete({
    // Back must not return to the page of a deleted link.
    onDeleted: () => void navigate({ to: '/admin/$name', params: { name: 'list' }, replace: true }),
    onRestored: () => undefined,
  });
  return confirmDelete;
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
