import type { Link } from '../../../contracts/links.ts';
import type { SettingsState } from '../use-link-settings.ts';
import type { Tried } from './simulator.api.ts';

/** What each section of the routing receives. */
export interface SectionProps {
  readonly link: Link;
  readonly settings: SettingsState;
  /** The visit in the simulator; null: it is closed. */
  readonly tried: Tried | null;
  readonly onTried: (tried: Tried | null) => void;
}
