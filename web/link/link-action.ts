import type { TablerIcon } from '@tabler/icons-react';
import type { TextKey } from '../language.ts';
import type { toSettings } from '../links/stats-link.ts';

/** Something that can be done with a link: at a press, at another address or on another page. */
export interface LinkAction {
  readonly id: 'copy' | 'qr' | 'share' | 'open' | 'switch' | 'edit' | 'delete';
  readonly label: TextKey;
  readonly Icon: TablerIcon;
  /** Whether a phone shows it beside its menu. */
  readonly isFirst?: boolean;
  readonly isDangerous?: boolean;
  readonly run?: () => void;
  readonly href?: string;
  readonly to?: ReturnType<typeof toSettings>;
}
