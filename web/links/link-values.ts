import { isSameValidity, type Validity } from './validity.ts';

/** What stands in the form of a link. */
export interface LinkValues {
  readonly long_url: string;
  readonly title: string;
  readonly description: string;
  readonly note: string;
  readonly tags: string[];
  readonly short_url: string;
  readonly validity: Validity;
}

export function isSameLink(one: LinkValues, other: LinkValues): boolean {
  const { tags, validity, ...texts } = one;
  const names = Object.keys(texts) as (keyof typeof texts)[];
  return (
    names.every((name) => texts[name] === other[name]) &&
    tags.length === other.tags.length &&
    tags.every((name, index) => name === other.tags[index]) &&
    isSameValidity(validity, other.validity)
  );
}

/** Whether a field that is folded away has a value. */
export function hasMore({ description, note, tags }: LinkValues): boolean {
  return description !== '' || note !== '' || tags.length > 0;
}
