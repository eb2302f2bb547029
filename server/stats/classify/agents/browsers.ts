import { BROWSER_MAP, getParser } from 'bowser';

/** Longer user agents are cut, in UTF-16 units. */
export const AGENT_MAX = 512;

const inApp: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bwxwork\//i, 'WeCom'],
  [/MicroMessenger\//i, 'WeChat'],
  [/DingTalk/i, 'DingTalk'],
  [/ChannelName\/Feishu|\bFeishu\//i, 'Feishu'],
  [/\bLark\//, 'Lark'],
  [/AlipayClient\//i, 'Alipay'],
  [/AliApp\(TB\//i, 'Taobao'],
  [/AliApp\(TM\//i, 'Tmall'],
  [/AliApp\(AMAP\//i, 'Amap'],
  [/\bQQ\/\d/, 'QQ'],
  [/__weibo__|\bWeibo\b/i, 'Weibo'],
  [/\baweme/i, 'Douyin'],
  [/\b(?:musical_ly|trill)\b|\b(?:musical_ly|trill)_/i, 'TikTok'],
  [/NewsArticle\//i, 'Toutiao'],
  [/xiaohongshu|Mobile\/\w+ discover\//i, 'Xiaohongshu'],
  [/ZhihuHybrid|com\.zhihu\./i, 'Zhihu'],
  [/BiliApp\/|bili-(?:universal|inter)|\bbilibili\//i, 'Bilibili'],
  [/\bKwai\/|ksNebula/i, 'Kuaishou'],
  [/\bjd(?:app|pingou|ltapp);/i, 'JD'],
  [/pinduoduo|phh_(?:android|ios)_/i, 'Pinduoduo'],
  [/com\.meituan|com\.dianping/i, 'Meituan'],
  [/baiduboxapp\//i, 'Baidu'],
  [/\bSogouSearch\b/i, 'Sogou'],

  [/\bBarcelona \d|MetaIAB Threads/, 'Threads'],
  [/\bInstagram \d|MetaIAB Instagram/, 'Instagram'],
  [
    /FBAN\/(?:Messenger|Orca)|FB_IAB\/(?:MESSENGER|Orca)|MetaIAB Messenger|FBPN\/com\.facebook\.orca/i,
    'Messenger',
  ],
  [/\bFB(?:AN|AV)\/|\bFB_IAB\/|MetaIAB Facebook/, 'Facebook'],
  [/\bWhatsApp\//i, 'WhatsApp'],
  [/\bLine\/\d/, 'LINE'],
  [/KAKAOTALK/i, 'KakaoTalk'],
  [/NAVER\(inapp/i, 'NAVER'],
  [/\bZalo (?:android|iOS)\//i, 'Zalo'],
  [/\bTelegram(?:-Android)?\//i, 'Telegram'],
  [/\bViber\//i, 'Viber'],
  [/\bSnapchat[/ ]/i, 'Snapchat'],
  [/\bLinkedInApp\b/i, 'LinkedIn'],
  [/Twitter for |TwitterAndroid/i, 'X'],
  [/\[Pinterest\//i, 'Pinterest'],
  [/\bReddit\//, 'Reddit'],
  [/VKAndroidApp|VKClient/i, 'VK'],
  [/\bSlack(?:_SSB)?\//, 'Slack'],
  [/\bDiscord\//i, 'Discord'],
  [/\bTeams(?:Mobile-\w+)?\/\d/, 'Microsoft Teams'],
  [/\bOutlook-(?:iOS|Android)\//i, 'Outlook'],
  [/\bFlipboard\//i, 'Flipboard'],
  [/\bAppleNews\//, 'Apple News'],
  [/\bSmartNews\//, 'SmartNews'],
  [/\bGSA\/|GoogleApp\//, 'Google app'],
  [/BingWeb\/|BingSapphire\//i, 'Bing'],
];

const unknown: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Opera Mini\//, 'Opera Mini'],
  [/\bOPX\//, 'Opera GX'],
  [/\bOPT\/\d/, 'Opera Touch'],
  [/Quark(?:PC)?\//, 'Quark'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/\bHonorBrowser\//i, 'Honor Browser'],
  [/\b(?:360SE|360EE|QIHU|360Browser|QHBrowser)\b|\bQihooBrowser\//i, '360 Browser'],
  [/\b2345(?:Explorer|Browser|chrome)\//i, '2345 Browser'],
  [/LBBROWSER|\bLieBaoFast\//i, 'Liebao'],
  [/\b(?:BIDUBrowser|baidubrowser|bdbrowser\w*)[ /]/i, 'Baidu Browser'],
  [/coc_coc_browser\//i, 'Cốc Cốc'],
  [/OculusBrowser\//, 'Meta Quest Browser'],
  [/\bBrave\b/, 'Brave'],
  [/\(Ecosia /, 'Ecosia'],
  [/DuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/AlohaBrowser\//, 'Aloha'],
  [/\bAvast(?:SecureBrowser)?\//, 'Avast'],
  [/Konqueror\//i, 'Konqueror'],
  [/Falkon\//, 'Falkon'],
  [/Waterfox\//, 'Waterfox'],
  [/^Lynx\//, 'Lynx'],
  [/^E?Links\b/, 'Links'],
  [/^w3m\//, 'w3m'],
  [/PlayStation/, 'PlayStation'],
  [/\bNF\/|NintendoBrowser\//, 'Nintendo'],
];

const usualNames: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'NAVER Whale Browser': 'Whale',
  'Vivo Browser': 'vivo Browser',
  'MZ Browser': 'Meizu Browser',
  Miui: 'Mi Browser',
  Focus: 'Firefox Focus',
  Epiphany: 'GNOME Web',
  'Amazon Silk': 'Silk',
  'WebOS Browser': 'LG Browser',
  Tizen: 'Samsung Browser',
};

/** Words that also occur in names of devices and places; `bowser` mistakes those for browsers. */
const ambiguous = /focus(?!\/)|phantom(?!js)|coast(?!\/)|swing(?!\/)|whale(?!\/)|silk(?!\/)/gi;

const namedBrowsers = [...inApp, ...unknown];
const bowserNames = new Set(Object.values(BROWSER_MAP));

export function readApp(userAgent: string): string {
  return findName(inApp, userAgent.slice(0, AGENT_MAX)) ?? '';
}

function findName(browsers: typeof inApp, userAgent: string): string | undefined {
  return browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
}

export function readBrowser(userAgent: string): string {
  const named = findName(namedBrowsers, userAgent);
  if (named !== undefined) return named;
  const name = getParser(userAgent.replace(ambiguous, ' '), true).getBrowserName();
  if (name === 'Chrome' && /; wv\)/.test(userAgent)) return 'Android WebView';
  if (name === 'Safari' && isAppleView(userAgent)) return 'Safari (in-app)';
  return usualNames[name] ?? (bowserNames.has(name) ? name : '');
}

function isAppleView(userAgent: string): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) && !/Safari\//.test(userAgent);
}
