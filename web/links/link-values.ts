import type { UseFormReturnType } from '@mantine/form';
import { completeUrl, findUrlFault } from '../typed-url.ts';
import type { Link } from './links.api.ts';
import { isSameValidity, createValidity, toValidity, type Validity } from './validity.ts';

export interface LinkValues {
  readonly long_url: string;
  readonly title: string;
  readonly description: string;
  readonly note: string;
  readonly tags: string[];
  /** `''` = the main domain. */
  readonly domain: string;
  readonly short_url: string;
  readonly validity: Validity;
  readonly is_count_only: boolean;
  readonly shows_numbers: boolean;
}

export const emptyValues: LinkValues = {
  long_url: '',
  title: '',
  description: '',
  note: '',
  tags: [],
  domain: '',
  short_url: '',
  validity: createValidity('0'),
  is_count_only: false,
  shows_numbers: false,
};

export function readValues(link: Link): LinkValues {
  return {
    long_url: link.long_url,
    title: link.title,
    description: link.description,
    note: link.note,
    tags: link.tags,
    domain: link.domain,
    short_url: link.short_url,
    validity: toValidity(link.expires_at),
    is_count_only: link.is_count_only === 1,
    shows_numbers: link.shows_numbers === 1,
  };
}

/** A URL that was there stays: `completeUrl` would cut one that ends like a sentence. */
export function completeLongUrl(form: UseFormReturnType<LinkValues>, url: string): string {
  const isThere = url === form.getInitialValues().long_url && findUrlFault(url) === null;
  return isThere ? url : completeUrl(url);
}

/** The values of a link for a copy: without its code, and without a past expiry. */
export function toCopy(link: Link): LinkValues {
  const isOver = link.expires_at * 1000 <= Date.now();
  const { validity, ...values } = readValues(link);
  return { ...values, short_url: '', validity: isOver ? emptyValues.validity : validity };
}

/** The values as fields of a request. */
export function toFields({ validity: _validity, ...values }: LinkValues) {
  return {
    ...values,
    is_count_only: Number(values.is_count_only),
    shows_numbers: Number(values.shows_numbers),
  };
}

export function isSameLink(one: LinkValues, other: LinkValues): boolean {
  const { tags, validity, ...plain } = one;
  const names = Object.keys(plain) as (keyof typeof plain)[];
  return (
    names.every((name) => plain[name] === other[name]) &&
    tags.length === other.tags.length &&
    tags.every((name, index) => name === other.tags[index]) &&
    isSameValidity(validity, other.validity)
  );
}

/** True when a collapsed field has a value. */
export function hasMore(values: LinkValues): boolean {
  const { description, note, tags, is_count_only: isCountOnly, shows_numbers: shows } = values;
  return description !== '' || note !== '' || tags.length > 0 || isCountOnly || shows;
}
