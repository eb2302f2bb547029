import type { HistoryField } from '../../contracts/history.constants.ts';
import { locale, t } from '../language.ts';

const inSentence = new Intl.ListFormat(locale, { type: 'conjunction' });

/** The name of a field with a capital letter. */
export function formatFieldName(field: HistoryField): string {
  return capitalize(t(`link.field.${field}`));
}

/** The names of fields at the beginning of a sentence: "Title, note and expiry". */
export function formatFieldNames(fields: readonly HistoryField[]): string {
  return capitalize(inSentence.format(fields.map((field) => t(`link.field.${field}`))));
}

function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
