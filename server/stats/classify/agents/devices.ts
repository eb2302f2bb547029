import { getParser } from 'bowser';

/** Systems that `bowser` does not know, or mistakes for their ancestor. */
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/HarmonyOS|OpenHarmony|\bArkWeb\//, 'HarmonyOS'],
  [/KAIOS\//i, 'KaiOS'],
  [/Windows Phone|IEMobile/i, 'Windows Phone'],
  // A browser of an iPad that asks for desktop pages calls itself a Mac.
  [
    /FBSN\/iPadOS|FBMD\/iPad|Macintosh.*(?:\b(?:[A-Z]\w*iOS|GSA|OPT|Focus|Klar|DuckDuckGo)\/|Mobile\/\w)/,
    'iPadOS',
  ],
  [/\bFBSN\/iOS/, 'iOS'],
  // `bowser` finds iPads in names of Android models.
  [/\bAndroid\b|; Adr |FBAN\/FB4A|FBPN\/com\.facebook/, 'Android'],
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

export function readSystem(userAgent: string): string {
  const named = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (named !== undefined) return named;
  const name = getParser(userAgent, true).getOSName() ?? '';
  if (name === 'iOS' && !/iPhone|iPod/.test(userAgent)) return 'iPadOS';
  return usualNames[name] ?? name;
}

const tv = new RegExp(
  [
    '\\bTV\\b|TV_|_TV|smart-?tv|hbbtv|netcast|nettv|netrange|web0s|bravia|; AFT\\w+|Google ?TV|AndroidTV',
    'CrKey|Chromecast|SmartCast|AppleTV|MiTV|MiBOX|TV ?Box|Roku|\\bVIDAA|CE-HTML|\\bOMI/|\\bDTV\\b|; STV;',
    'BDPlayer|AQUOSBrowser|\\bEspial/|PlayStation|Xbox|Nintendo',
  ].join('|'),
  'i',
);
/** Headsets and cars fit none of the device classes. */
const otherDevice = /\bQuest\b|OculusBrowser|Tesla\/|QtCarBrowser/i;
const tablet = /\btablet(?! pc)|\biPad\b|FBID\/tablet|Kindle\/|\bSilk\/|PlayBook/i;
const phone = /\bMobi|\bPhone;|Opera Mini|MIDP|UP\.Browser|Windows Phone/i;
const computers = new Set(['Windows', 'macOS', 'Linux', 'Chrome OS']);

/** `mobile`, `tablet`, `desktop` or `tv`; '' when unknown or another device. */
export function readDevice(userAgent: string, system: string): string {
  if (tv.test(userAgent)) return 'tv';
  if (otherDevice.test(userAgent)) return '';
  if (system === 'iPadOS' || tablet.test(userAgent)) return 'tablet';
  if (/\bFBAN\//.test(userAgent) && !/Mozilla\//.test(userAgent)) return 'mobile';
  if (system === 'iOS' || system === 'KaiOS' || phone.test(userAgent)) return 'mobile';
  if (system === 'HarmonyOS' && /\((?:PC|2in1);/.test(userAgent)) return 'desktop';
  // Android without "mobile" is a tablet; `bowser` is wrong about Huawei's.
  if (system === 'Android' || system === 'HarmonyOS') return 'tablet';
  return computers.has(system) || system.endsWith('BSD') ? 'desktop' : '';
}
