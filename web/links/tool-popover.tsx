import { Popover } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Suspense, type ReactNode } from 'react';
import { IconAction } from '../ui/icon-action.tsx';
import { useLateOpening } from '../ui/late-menu.tsx';

interface ToolPopoverProps {
  /** The name of the button. */
  readonly label: string;
  /** The name of what it opens. */
  readonly title: string;
  readonly Icon: Icon;
  readonly children: (close: () => void) => ReactNode;
}

/** A tool of the list: a button that opens fields. They may load then. */
export function ToolPopover({ label, title, Icon, children }: ToolPopoverProps) {
  const button = (
    <IconAction className="links-tool" size="2.25rem" label={label}>
      <Icon size={20} aria-hidden />
    </IconAction>
  );
  const { isUsed, isOpen, setIsOpen, toButton } = useLateOpening(button, 'dialog');
  if (!isUsed) return toButton();
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      portalProps={{ target: 'main' }}
    >
      <Popover.Target>{toButton({ onClick: () => setIsOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown className="links-filter" aria-label={title}>
        <Suspense>{children(() => setIsOpen(false))}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
