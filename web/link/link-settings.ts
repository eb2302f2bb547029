import type { HistoryField } from '../../contracts/links/link-fields.constants.ts';
import { linkFields, type Fields, type LinkValues } from '../links/form/link-fields.ts';
import { routingFields, type RoutingValues } from '../links/routing/routing-fields.ts';

/** The values of all settings of a link. */
export interface LinkSettings extends LinkValues, RoutingValues {
  readonly is_active: boolean;
}

const { is_count_only, shows_numbers, ...firstFields } = linkFields;

/** In the order of the form and of the history. */
export const settingsFields = {
  ...firstFields,
  is_active: {
    empty: true,
    // `is_active` of an expired link is always 0, whatever its switch.
    read: ({ state }) => state !== 'off',
    toEdit: ({ is_active: isActive }) => ({ is_active: Number(isActive) }),
  },
  is_count_only,
  shows_numbers,
  ...routingFields,
} satisfies Fields<LinkSettings> & Record<HistoryField, unknown>;
