import type { Condition, Social } from '../../../contracts/links/routing.ts';
import type { DateRules } from '../values/date-time.ts';
import { describeColumn, type Refusal } from '../refusal.ts';

/** Where visits of another shortener's link lead, in Brisk's terms. `check-row.ts` checks targets. */
export interface SourceRouting {
  readonly rules?: readonly SourceRule[];
  readonly forwardsQuery?: boolean;
  readonly forwardsPath?: boolean;
  /** Where visits lead when the link is closed. What is no long URL is left out. */
  readonly fallback?: unknown;
  readonly social?: Social;
}

export interface SourceRule {
  readonly when: Condition;
  readonly target: unknown;
}

export interface RoutingReader {
  /** The columns that `read` converts, spelled as the format spells them. */
  readonly columns: readonly string[];
  readonly read: (
    row: Readonly<Record<string, unknown>>,
    rules: DateRules,
  ) => SourceRouting | Refusal;
}

/** Systems by the names of the statistics. */
export const appleSystems = ['iOS', 'iPadOS'];
/** HarmonyOS before version 5 calls itself Android, too. */
export const androidSystems = ['Android', 'HarmonyOS'];
export const desktopSystems = ['Windows', 'macOS', 'Linux', 'Chrome OS'];

export function refuseRules(reason: string, name: string, value: unknown): Refusal {
  const detail = describeColumn(name, value);
  return { key: 'link.has.rules', reason: `${reason} (${detail})`, detail };
}
