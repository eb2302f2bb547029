/** Systems, browsers and apps, as the statistics name them. */
export const systems = 'Android,iOS,iPadOS,HarmonyOS,Windows,macOS,Linux,Chrome OS'.split(',');
export const browsers = (
  'Chrome,Safari,Edge,Firefox,Samsung Internet,Opera,Brave,DuckDuckGo,Huawei Browser,Mi Browser,' +
  'UC Browser,QQ Browser,Quark,360 Browser'
).split(',');
export const apps = (
  'WeChat,WeCom,QQ,Weibo,Douyin,Xiaohongshu,Alipay,Taobao,DingTalk,Feishu,Zhihu,Bilibili,Baidu,' +
  'Toutiao,Instagram,Facebook,Messenger,Threads,TikTok,LINE,KakaoTalk,Telegram,WhatsApp,' +
  'Snapchat,LinkedIn,X,Pinterest,Reddit,Slack,Discord'
).split(',');

/** ISO 3166-1 alpha-2, and XK as browsers and address databases use it. */
export const countryCodes = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR ' +
  'BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ ' +
  'EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW ' +
  'GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY ' +
  'KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV ' +
  'MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY ' +
  'QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG ' +
  'TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ' +
  'ZM ZW'
).split(' ');

/** Languages of many visitors. `zh` also fits `zh-TW`. */
export const languageTags = (
  'af am ar az be bg bn bs ca cs cy da de el en en-GB en-US es es-419 et eu fa fi fil fr fr-CA ga ' +
  'gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl pa pl pt ' +
  'pt-BR pt-PT ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-CN zh-HK zh-TW zu'
).split(' ');

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
export const visitorNames = ['own', ...Object.keys(visitors), 'pasted'] as readonly VisitorName[];

export function findUserAgent(name: VisitorName, pasted: string): string {
  if (name === 'pasted') return pasted.trim();
  return name === 'own' ? navigator.userAgent : visitors[name];
}
