import { readFlag } from '../values/flag.ts';
import { refuseFlag } from '../refusal.ts';
import {
  androidSystems,
  appleSystems,
  type RoutingReader,
  type SourceRule,
} from './routing-reader.ts';
import { readCard, readCountries } from './sink-routing.ts';
import { isUnset } from './source-row.ts';

function readSystems(apple: unknown, android: unknown): SourceRule[] {
  return [
    ...(isUnset(apple) ? [] : [{ when: { system: appleSystems }, target: apple }]),
    ...(isUnset(android) ? [] : [{ when: { system: androidSystems }, target: android }]),
  ];
}

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
      rules: [...readSystems(ios, android), ...byCountry],
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
      rules: readSystems(iphoneURL, androidURL),
      fallback,
      forwardsQuery: readFlag(skipQS) === 'off',
    };
  },
};
