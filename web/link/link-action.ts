import type { TablerIcon } from '@tabler/icons-react';
import type { TextKey } from '../language.ts';
import type { toSettings } from '../links/stats-link.ts';

/** Something that can be done with a link: at a press, at another address or on another page. */
export interface LinkAction {
  readonly id: 'copy' | 'qr' | 'share' | 'open' | 'switch' | 'duplicate' | 'edit' | 'delete';
  readonly label: TextKey;
  readonly Icon: TablerIcon;
  /** Where it stands beside the menu: 1 also on a phone, 2 from a tablet on, 3 on a desktop alone. */
  readonly rank: 1 | 2 | 3;
  readonly isDangerous?: boolean;
  readonly run?: () => void;
  readonly href?: string;
  readonly to?: ReturnType<typeof toSettings>;
}
