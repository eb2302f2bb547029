const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';
const chrome = 'Chrome/140.0.0.0';

/** User agents of visitors to try. */
export const visitors = {
  iphone: `${iphone} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
  android: `${android} ${chrome} Mobile Safari/537.36`,
  ipad: 'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  windows: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome} Safari/537.36`,
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  wechat: `${iphone} (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.60(0x18003c31) NetType/WIFI Language/zh_CN`,
  instagram: `${iphone} (KHTML, like Gecko) Mobile/15E148 Instagram 380.0.0.28.84`,
  card: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
} as const;

export type VisitorName = keyof typeof visitors | 'own' | 'pasted';

/** In the order of the choices. */
export const visitorNames: readonly VisitorName[] = [
  'own',
  'iphone',
  'android',
  'ipad',
  'windows',
  'mac',
  'wechat',
  'instagram',
  'card',
  'pasted',
];

export function findUserAgent(name: VisitorName, pasted: string): string {
  if (name === 'pasted') return pasted.trim();
  return name === 'own' ? navigator.userAgent : visitors[name];
}
