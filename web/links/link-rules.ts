import {
  DESCRIPTION_MAX,
  NOTE_MAX,
  TITLE_MAX,
  TTL_DAYS_MAX,
} from '../../contracts/links.constants.ts';
import { t } from '../language.ts';
import { explainTags } from '../tags/explain-tags.ts';
import { completeUrl, findUrlFault } from '../typed-url.ts';
import type { LinkValues } from './link-values.ts';
import { isSameValidity, toExpiry } from './validity.ts';

function explainUrl(url: string): string | null {
  const fault = findUrlFault(completeUrl(url));
  if (fault === null) return null;
  return t(fault === 'url.empty' ? 'add.long.empty' : fault);
}

/** The server also counts after trimming. */
function explainLength(text: string, max: number): string | null {
  return text.trim().length > max ? t('add.text.long', { max }) : null;
}

/** The rules for the fields of a link. The form focuses the first field in this order. */
export function listRules(
  initial: LinkValues,
  explainCode: (code: string, values: LinkValues) => string | null,
) {
  return {
    long_url: explainUrl,
    title: (title: string) => explainLength(title, TITLE_MAX),
    description: (description: string) => explainLength(description, DESCRIPTION_MAX),
    note: (note: string) => explainLength(note, NOTE_MAX),
    tags: explainTags,
    short_url: explainCode,
    validity: (validity: LinkValues['validity']) =>
      isSameValidity(validity, initial.validity) || toExpiry(validity) !== null
        ? null
        : t('add.validity.invalid', { max: TTL_DAYS_MAX }),
  };
}
