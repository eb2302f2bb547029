import type { HistoryField } from '../../contracts/history.constants.ts';
import { t } from '../language.ts';
import {
  DESCRIPTION_MAX,
  NOTE_MAX,
  TITLE_MAX,
  TTL_DAYS_MAX,
} from '../../contracts/links.constants.ts';
import { findCodeFault } from '../links/typed-code.ts';
import { toExpiry } from '../links/validity.ts';
import { explainTags } from '../tags/explain-tags.ts';
import { completeUrl, findUrlFault } from '../typed-url.ts';
import type { LinkSettings } from './link-settings.ts';
import type { Faults } from './routing/paths.ts';
import { findRoutingFaults } from './routing/routing-faults.ts';
import { isRoutingField } from './routing/routing-settings.ts';

/** Finds the errors in the changed fields. */
export function findFaults(settings: LinkSettings, changed: readonly HistoryField[]): Faults {
  return Object.assign({}, ...changed.map((field) => findFieldFaults(settings, field))) as Faults;
}

function findFieldFaults(settings: LinkSettings, field: HistoryField): Faults {
  if (isRoutingField(field)) return findRoutingFaults(field, settings);
  const fault = rules[field]?.(settings) ?? null;
  return fault === null ? {} : { [field]: fault };
}

const rules: Partial<Record<HistoryField, (settings: LinkSettings) => string | null>> = {
  long_url: ({ long_url }) => {
    const fault = findUrlFault(completeUrl(long_url));
    if (fault === null) return null;
    return t(fault === 'url.empty' ? 'add.long.empty' : fault);
  },
  title: ({ title }) => explainLength(title, TITLE_MAX),
  description: ({ description }) => explainLength(description, DESCRIPTION_MAX),
  note: ({ note }) => explainLength(note, NOTE_MAX),
  tags: ({ tags }) => explainTags(tags),
  short_url: ({ short_url }) => {
    if (short_url.trim() === '') return t('edit.code.empty');
    const fault = findCodeFault(short_url);
    return fault === null ? null : t(fault);
  },
  expires_at: ({ expires_at: validity }) =>
    toExpiry(validity) === null ? t('add.validity.invalid', { max: TTL_DAYS_MAX }) : null,
};

/** The server also counts after trimming. */
function explainLength(text: string, max: number): string | null {
  return text.trim().length > max ? t('add.text.long', { max }) : null;
}
