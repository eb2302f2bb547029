import type { TablerIcon } from '@tabler/icons-react';
import type { TextKey } from '../language.ts';
import type { toSettings } from '../links/stats-link.ts';

/** An action on a link: a function, an external address or a page of the site. */
export interface LinkAction {
  readonly id: 'copy' | 'qr' | 'share' | 'open' | 'switch' | 'duplicate' | 'edit' | 'delete';
  readonly label: TextKey;
  readonly Icon: TablerIcon;
  /** Visible beside the menu: 1 always, 2 on tablets and desktops, 3 on desktops only. */
  readonly rank: 1 | 2 | 3;
  readonly isDangerous?: boolean;
  readonly run?: () => void;
  readonly href?: string;
  readonly to?: ReturnType<typeof toSettings>;
}
