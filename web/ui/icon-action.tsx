import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

interface IconActionProps
  extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'title'> {
  /** The name of the button, also its tooltip. */
  readonly label: string;
  readonly title?: string | undefined;
}

export function IconAction({ label, ...button }: IconActionProps) {
  return <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} {...button} />;
}
