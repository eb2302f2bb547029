import { getParser } from 'bowser';

/** Systems that `bowser` does not know, or mistakes for their ancestor. */
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/HarmonyOS|OpenHarmony|\bArkWeb\//, 'HarmonyOS'],
  [/KAIOS\//i, 'KaiOS'],
  [/AppleTV|\btvOS\b/i, 'tvOS'],
  [/\bXbox\b/i, 'Xbox'],
  [/PlayStation/i, 'PlayStation'],
  [/Nintendo/i, 'Nintendo'],
  [/Roku/i, 'Roku'],
  [/FreeBSD/i, 'FreeBSD'],
  [/OpenBSD/i, 'OpenBSD'],
  [/NetBSD/i, 'NetBSD'],
  [/Symbian|SymbOS|Series ?60/i, 'Symbian'],
];

const usualNames: Readonly<Record<string, string>> = { WebOS: 'webOS' };

/** The operating system without version; '' when unknown. */
export function readSystem(userAgent: string): string {
  const own = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (own !== undefined) return own;
  const name = getParser(userAgent, true).getOSName() ?? '';
  if (name === 'iOS' && !/iPhone|iPod/.test(userAgent)) return 'iPadOS';
  return usualNames[name] ?? name;
}

const tv =
  /\bTV\b|smart-?tv|hbbtv|netcast|web0s|bravia|; AFT\w+|Google ?TV|CrKey|Chromecast|AppleTV|MiTV|MiBOX|Roku|PlayStation|Xbox|Nintendo/i;
/** Headsets and cars fit none of the device classes. */
const otherDevice = /\bQuest\b|OculusBrowser|Tesla\/|QtCarBrowser/i;
const tablet = /\btablet(?! pc)|\biPad\b|Kindle\/|\bSilk\/|PlayBook/i;
const phone = /\bMobi|\bPhone;|Opera Mini|MIDP|Windows Phone/i;
const computers = new Set(['Windows', 'macOS', 'Linux', 'Chrome OS']);

/** `mobile`, `tablet`, `desktop` or `tv`; '' when unknown or another device. */
export function readDevice(userAgent: string, system: string): string {
  if (tv.test(userAgent)) return 'tv';
  if (otherDevice.test(userAgent)) return '';
  if (system === 'iPadOS' || tablet.test(userAgent)) return 'tablet';
  if (system === 'iOS' || system === 'KaiOS' || phone.test(userAgent)) return 'mobile';
  if (system === 'HarmonyOS' && /\(PC;/.test(userAgent)) return 'desktop';
  // Android without "mobile" is a tablet; `bowser` is wrong about Huawei's.
  if (system === 'Android' || system === 'HarmonyOS') return 'tablet';
  return computers.has(system) || system.endsWith('BSD') ? 'desktop' : '';
}
