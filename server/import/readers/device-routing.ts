import { parseLongUrl } from '../../../contracts/links/long-url.ts';
import { parseJson } from '../../../contracts/text.ts';
import {
  SOCIAL_DESCRIPTION_MAX,
  SOCIAL_TITLE_MAX,
  VALUES_MAX,
} from '../../../contracts/links/routing.constants.ts';
import type { Social } from '../../../contracts/links/routing.ts';
import { readFlag } from '../values/flag.ts';
import { readText, readTextField } from '../values/texts.ts';
import { refuseFlag, type Refusal } from '../refusal.ts';
import {
  androidSystems,
  appleSystems,
  refuseRules,
  type RoutingReader,
  type SourceRule,
} from './routing-reader.ts';
import { isEmpty, isFields, isUnset, type Fields } from './source-row.ts';

/** Sink looks at the device first, Android before Apple, and then at the country. */
export const sinkRouting: RoutingReader = {
  columns: ['apple', 'google', 'geo', 'redirectWithQuery'],
  read(row) {
    const { apple, google, redirectWithQuery: query } = row;
    const forwards = readFlag(query);
    if (forwards === 'unclear') return refuseFlag('redirectWithQuery', query);
    const byCountry = readCountries(row['geo']);
    if ('key' in byCountry) return byCountry;
    const rules = [...toRule(androidSystems, google), ...toRule(appleSystems, apple), ...byCountry];
    return { rules, forwardsQuery: forwards === 'on', social: readSocial(row) };
  },
};

/** Dub looks at the system first and then at the country. `proxy` shows a card of its own. */
export const dubRouting: RoutingReader = {
  columns: ['ios', 'android', 'geo', 'proxy'],
  read(row) {
    const { ios, android, geo, proxy, expiredUrl: fallback } = row;
    const hasCard = readFlag(proxy);
    if (hasCard === 'unclear') return refuseFlag('proxy', proxy);
    const byCountry = readCountries(geo);
    if ('key' in byCountry) return byCountry;
    return {
      rules: [...toRule(appleSystems, ios), ...toRule(androidSystems, android), ...byCountry],
      fallback,
      ...(hasCard === 'on' && isUnset(row['password']) && { social: readCard(row) }),
    };
  },
};

/** Short.io passes parameters on, unless `skipQS` is set. */
export const shortIoRouting: RoutingReader = {
  columns: ['iphoneURL', 'androidURL'],
  read({ iphoneURL, androidURL, expiredURL: fallback, skipQS }) {
    return {
      rules: [...toRule(appleSystems, iphoneURL), ...toRule(androidSystems, androidURL)],
      fallback,
      forwardsQuery: readFlag(skipQS) === 'off',
    };
  },
};

function toRule(system: string[], target: unknown): SourceRule[] {
  return isUnset(target) ? [] : [{ when: { system }, target }];
}

/** One rule for each target, because no visit comes from two countries. */
function readCountries(value: unknown): SourceRule[] | Refusal {
  if (isEmpty(value)) return [];
  const geo = typeof value === 'string' ? parseJson(value) : value;
  if (!isFields(geo)) return refuseRules('The targets by country cannot be read', 'geo', value);
  const countries = new Map<unknown, string[]>();
  for (const [country, target] of Object.entries(geo)) {
    if (isUnset(target)) continue;
    if (!/^[A-Z]{2}$/.test(country)) {
      return refuseRules('Brisk does not know this country', 'geo', { [country]: target });
    }
    countries.getOrInsert(target, []).push(country);
  }
  return [...countries].flatMap(([target, list]) =>
    splitList(list).map((country) => ({ when: { country }, target })),
  );
}

function splitList(list: readonly string[]): string[][] {
  const parts = Math.ceil(list.length / VALUES_MAX);
  return Array.from({ length: parts }, (_, part) =>
    list.slice(part * VALUES_MAX, (part + 1) * VALUES_MAX),
  );
}

/** Sink shows a card when title or image is set, but not before the password was entered. */
function readSocial(row: Fields): Social {
  const { title, description, image } = readCard(row);
  const hasCard = (title !== '' || image !== '') && isUnset(row['password']);
  return hasCard ? { title, description, image } : { title: '', description: '', image: '' };
}

/** A relative image lies on the site of the other shortener. */
function readCard(row: Fields): Social {
  return {
    title: readTextField(row['title'], { maxLength: SOCIAL_TITLE_MAX }),
    description: readTextField(row['description'], { maxLength: SOCIAL_DESCRIPTION_MAX }),
    image: parseLongUrl(readText(row['image'])) ?? '',
  };
}
