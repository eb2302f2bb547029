import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link as RouterLink } from '@tanstack/react-router';
import { useState } from 'react';
import type { Link } from '../../contracts/links.ts';
import { t } from '../language.ts';
import { QrDialog } from '../qr/qr-dialog.tsx';
import { usePhone } from '../ui/use-phone.ts';
import type { LinkAction } from './link-action.ts';
import { useLinkActions } from './use-link-actions.tsx';

interface LinkActionsProps {
  readonly link: Link;
  readonly isCopied: boolean;
  readonly onCopy: () => void;
}

/** What can be done with a link; on a phone the lesser of it stands in a menu. */
export function LinkActions({ link, isCopied, onCopy }: LinkActionsProps) {
  const isPhone = usePhone();
  const [isQrOpen, setIsQrOpen] = useState(false);
  const onQr = () => setIsQrOpen(true);
  const actions = useLinkActions(link, { isCopied, onCopy, onQr });
  const shown = isPhone ? actions.filter(({ isFirst }) => isFirst === true) : actions;
  const folded = actions.filter((action) => !shown.includes(action));
  return (
    <>
      {shown.map((action) => (
        <ActionButton key={action.id} {...action} />
      ))}
      {folded.length > 0 && (
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
            {folded.map((action) => (
              <ActionItem key={action.id} {...action} />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <QrDialog code={isQrOpen ? link.short_url : null} onClose={() => setIsQrOpen(false)} />
    </>
  );
}

function ActionButton(action: LinkAction) {
  const { id, label, Icon, isDangerous = false, run } = action;
  return (
    <Button
      {...rootOf(action)}
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
      {...rootOf(action)}
      {...(isDangerous && { className: 'menu-danger' })}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={run}
    >
      {t(label)}
    </Menu.Item>
  );
}

/** What an action is in the document: a link where it leads somewhere, else a button. */
function rootOf({ href, to }: LinkAction) {
  if (to !== undefined) {
    return { renderRoot: (root: object) => <RouterLink {...root} {...to} /> };
  }
  return href === undefined
    ? {}
    : { component: 'a' as const, href, target: '_blank', rel: 'noopener' };
}
