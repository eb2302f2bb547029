import { ActionIcon, Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { Link as RouterLink } from '@tanstack/react-router';
import type { Link } from '../../contracts/links.ts';
import { t } from '../language.ts';
import { toDuplicateTask } from '../links/link-task.ts';
import { toStoredCode } from '../short-link.ts';
import { usePhone } from '../ui/use-phone.ts';
import type { ActionDialog } from './action-dialogs.tsx';
import type { LinkAction } from './link-action.ts';
import { useLinkActions } from './use-link-actions.tsx';

interface LinkActionsProps {
  readonly link: Link;
  readonly isCopied: boolean;
  readonly onCopy: () => void;
  readonly onShow: (dialog: ActionDialog) => void;
}

/** Shows the actions on a link. A menu holds those without room. */
export function LinkActions({ link, isCopied, onCopy, onShow }: LinkActionsProps) {
  const actions = useLinkActions(link, {
    isCopied,
    onCopy,
    onQr: () => onShow({ kind: 'qr', code: toStoredCode(link) }),
    onDuplicate: () => onShow(toDuplicateTask(link)),
  });
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
        <Menu>
          <Menu.Target>
            <ActionIcon
              className="link-menu"
              variant="default"
              size="2.25rem"
              aria-label={t('link.more')}
              title={t('link.more')}
            >
              <IconDots size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {menuActions.map((action) => (
              <ActionItem key={action.id} {...action} />
            ))}
          </Menu.Dropdown>
        </Menu>
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
  const { id, label, Icon, isDangerous = false, run } = action;
  return (
    <Button
      {...toRootProps(action)}
      variant={id === 'copy' ? 'filled' : isDangerous ? 'subtle' : 'default'}
      {...(isDangerous && { className: 'link-danger' })}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={run}
    >
      {t(label)}
    </Button>
  );
}

function ActionItem(action: LinkAction) {
  const { label, Icon, isDangerous = false, run } = action;
  return (
    <Menu.Item
      {...toRootProps(action)}
      {...(isDangerous && { className: 'menu-danger' })}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={run}
    >
      {t(label)}
    </Menu.Item>
  );
}

/** Makes an action with an address a link, and any other a button. */
function toRootProps({ href, to }: LinkAction) {
  if (to !== undefined) {
    return { renderRoot: (root: object) => <RouterLink {...root} {...to} /> };
  }
  return href === undefined
    ? {}
    : { component: 'a' as const, href, target: '_blank', rel: 'noopener' };
}
