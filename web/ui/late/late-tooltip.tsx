import type { TooltipProps } from '@mantine/core';
import { Suspense, type ReactElement } from 'react';
import { late, loadParts } from './late.tsx';

const Tooltip = late(async () => (await loadParts()).Tooltip);

interface LateTooltipProps extends Pick<TooltipProps, 'label' | 'className'> {
  readonly children: ReactElement;
}

/** Explains a button of the list on hover, focus or press. */
export function LateTooltip({ children, ...tooltip }: LateTooltipProps) {
  return (
    <Suspense fallback={children}>
      <Tooltip
        portalProps={{ target: 'main' }}
        events={{ hover: true, focus: true, touch: true }}
        {...tooltip}
      >
        {children}
      </Tooltip>
    </Suspense>
  );
}
