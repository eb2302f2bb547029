import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/text/format-number.ts';
import type { PartialFile } from './import.api.ts';

/** Says that a file has only some of the links. */
export function describePart({ in_file: inFile, in_source: inSource }: PartialFile): string {
  if (inSource === null) return t('migration.partial.unknown');
  return t('migration.partial', {
    shown: formatNumber(inFile, locale),
    total: formatNumber(inSource, locale),
  });
}
