import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

interface IconActionProps
  extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'title'> {
  /** The name of the button, also its tooltip. */
  readonly label: string;
  readonly title?: string | undefined;
}

/** A button with an icon. Without one, it is a cross that removes or closes. */
export function IconAction({ label, children, ...button }: IconActionProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} {...button}>
      {children ?? <IconX size={16} aria-hidden />}
    </ActionIcon>
  );
}
