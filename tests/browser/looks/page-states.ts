import { freshStates, guestStates } from './guest-states.ts';
import { linkStates } from './link-states.ts';
import { listStates } from './list-states.ts';
import type { PageState } from './page-state.ts';
import { aloneStates, peopleStates } from './people-states.ts';
import { postgresStates } from './postgres-states.ts';
import { emptyStates, siteStates } from './site-states.ts';

/** Every page of Brisk in each of its states, by the sites that have them. */
export const pageStates: readonly PageState[] = [
  ...freshStates,
  ...guestStates,
  ...emptyStates,
  ...listStates,
  ...linkStates,
  ...siteStates,
  ...aloneStates,
  ...peopleStates,
  ...postgresStates,
];
