import type { TooltipProps } from '@mantine/core';
import type { ReactElement } from 'react';
import { lateParts } from './late.ts';

interface LateTooltipProps extends Pick<TooltipProps, 'label' | 'className'> {
  readonly children: ReactElement;
}

/** Explains a button of the list on hover, focus or press. */
export function LateTooltip({ children, ...tooltip }: LateTooltipProps) {
  const parts = lateParts.useModule();
  if (parts === undefined) return children;
  return (
    <parts.Tooltip
      portalProps={{ target: 'main' }}
      events={{ hover: true, focus: true, touch: true }}
      {...tooltip}
    >
      {children}
    </parts.Tooltip>
  );
}
