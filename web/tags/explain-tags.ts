import { t } from '../language.ts';
import { findTagsFault } from './tag-list.ts';

/** Explains the error in tags; null: no error. */
export function explainTags(tags: readonly string[]): string | null {
  const fault = findTagsFault(tags);
  if (fault === null) return null;
  const { kind, ...values } = fault;
  return t(`tags.${kind}`, values);
}
