import { t } from '../language.ts';
import { findTagsFault } from './tag-list.ts';

export function explainTags(tags: readonly string[]): string | null {
  const fault = findTagsFault(tags);
  if (fault === null) return null;
  const { kind, ...values } = fault;
  return t(`tags.${kind}`, values);
}
