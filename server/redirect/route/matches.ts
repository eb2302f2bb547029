import type { Condition } from '../../../contracts/routing.ts';
import { fitsLanguage } from './fits-language.ts';
import { isWithinHours } from './hours.ts';
import type { Visit } from './visit.ts';

export function matches(when: Condition, visit: Visit): boolean {
  const { device, system, browser, in_app: apps, language, country, query } = when;
  if (when.from !== undefined && visit.time < when.from * 1000) return false;
  if (when.until !== undefined && visit.time >= when.until * 1000) return false;
  if (when.hours !== undefined && !isWithinHours(when.hours, visit.time)) return false;
  if (device !== undefined && !device.some((one) => one === visit.agent.device)) return false;
  if (system !== undefined && !includesName(system, visit.agent.system)) return false;
  if (browser !== undefined && !includesName(browser, visit.agent.browser)) return false;
  if (apps !== undefined && !includesName(apps, visit.app)) return false;
  if (language !== undefined && !language.some((one) => fitsLanguage(one, visit.language)))
    return false;
  if (country !== undefined && !country.includes(visit.country)) return false;
  if (when.is_qr !== undefined && visit.isScan !== (when.is_qr === 1)) return false;
  return query === undefined || includesQuery(query, visit.parameters);
}

function includesName(names: readonly string[], name: string): boolean {
  const folded = name.toLowerCase();
  return folded !== '' && names.some((one) => one.toLowerCase() === folded);
}

function includesQuery(
  pairs: Readonly<Record<string, string>>,
  sent: Visit['parameters'],
): boolean {
  return Object.entries(pairs).every(([name, value]) => {
    const values = sent.get(name);
    return values !== undefined && (value === '*' || values.includes(value));
  });
}
