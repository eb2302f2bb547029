import { t } from '../../language.ts';
import type { ColumnField } from './jobs.api.ts';

export function nameField(field: ColumnField): string {
  return t(field === '' ? 'over.field.none' : `over.field.${field}`);
}
