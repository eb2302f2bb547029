import type { MessageKey } from '../../contracts/envelope.ts';
import { t, type TextKey } from '../language.ts';

/** The sentences of forms say what to enter; a row has happened. */
const outcomes: Partial<Record<MessageKey, TextKey>> = {
  'invalid.short.url': 'migration.row.code',
  'reserved.short.url': 'migration.row.reserved',
  'short.url.exists': 'migration.row.taken',
  'error.link': 'migration.row.url',
  'json.error': 'migration.row.unread',
};

/** Says why a row of a file failed. */
export function describeRow(key: MessageKey): string {
  return t(outcomes[key] ?? key);
}
