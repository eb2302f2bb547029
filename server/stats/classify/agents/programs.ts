import { isbot } from 'isbot';

const names = [
  'Googlebot',
  'AdsBot-Google',
  'Mediapartners-Google',
  'GoogleOther',
  'Google-InspectionTool',
  'Google-Read-Aloud',
  'FeedFetcher-Google',
  'bingbot',
  'Applebot',
  'DuckDuckBot',
  'DuckAssistBot',
  'YandexBot',
  'Baiduspider',
  'Sogou web spider',
  '360Spider',
  'YisouSpider',
  'Bytespider',
  'PetalBot',
  'SeznamBot',
  'coccocbot',
  'Linespider',
  'Amazonbot',
  'GPTBot',
  'ChatGPT-User',
  'OAI-SearchBot',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'PerplexityBot',
  'Perplexity-User',
  'MistralAI-User',
  'meta-externalagent',
  'meta-externalfetcher',
  'facebookcatalog',
  'CCBot',
  'AhrefsBot',
  'SemrushBot',
  'MJ12bot',
  'DotBot',
  'DataForSeoBot',
  'BLEXBot',
  'Screaming Frog SEO Spider',
  'archive.org_bot',
  'ia_archiver',
  'bitlybot',
  'UptimeRobot',
  'Pingdom',
  'StatusCake',
  'Site24x7',
  'Better Uptime Bot',
  'Uptime-Kuma',
  'GTmetrix',
  'Chrome-Lighthouse',
  'CensysInspect',
  'InternetMeasurement',
  'Nmap',
  'Nuclei',
  'zgrab',
  'masscan',
  'sqlmap',
  'HeadlessChrome',
  'PhantomJS',
  'Playwright',
  'Puppeteer',
  'HtmlUnit',
  'jsdom',
  'wkhtmltopdf',
  'wkhtmltoimage',
  'Scrapy',
  'curl',
  'Wget',
  'python-requests',
  'python-httpx',
  'Python-urllib',
  'aiohttp',
  'Go-http-client',
  'Apache-HttpClient',
  'okhttp',
  'axios',
  'node-fetch',
  'undici',
  'got',
  'GuzzleHttp',
  'PostmanRuntime',
  'insomnia',
  'HTTPie',
  'libwww-perl',
  'WindowsPowerShell',
  'Java',
  'Ruby',
  'Deno',
  'Bun',
  'CFNetwork',
  'Dalvik',
] as const;

const named = new RegExp(
  `(?<![\\w-])(?:${names.map((name) => name.replaceAll('.', '\\.')).join('|')})(?![A-Za-z])`,
  'i',
);
const spellings = new Map<string, string>(names.map((name) => [name.toLowerCase(), name]));

/** Text-mode browsers, and phone browsers older than the Mozilla token. */
const plainBrowser =
  /^(?:Lynx\/|ELinks[ /]|Links \(|w3m\/|UCWEB\/|Nokia|BlackBerry|SAMSUNG-|SonyEricsson|LG-|MOT-)/;

/** All other browsers send this. */
const browserMark = /\b(?:Mozilla|Opera)\/\d/;

/** Among browsers, only Internet Explorer and Konqueror send this. */
const compatible = /\(compatible;(?! ?(?:MSIE|Konqueror))/;

/** Programs that `isbot` takes for browsers. */
const disguisedPrograms = /PowerShell|Uptime-Kuma|Puppeteer|HtmlUnit|\bjsdom\/|wkhtmlto/i;

/** Parts of real browsers that `isbot` takes for a program. */
const humanTokens = new RegExp(
  [
    // `|` separates screen and device in Alipay and Baidu.
    'AlipayDefined\\([^)]*\\)',
    'baiduboxapp/\\S*',
    // An email address in Alibaba's apps.
    'TTID/\\S*',
    'NewsArticle/\\S*',
    '\\(News [\\d. ]*\\)',
    // The search engine's apps and browser; its crawlers are called spiders.
    'Sogou',
    // A phone maker.
    '(?<![a-z])CUBOT(?![a-z])',
    // Google's crawler, in the Google app for iOS.
    'com\\.google\\.\\w+/',
  ].join('|'),
  'gi',
);

function isProgram(userAgent: string): boolean {
  if (plainBrowser.test(userAgent)) return false;
  if (!browserMark.test(userAgent)) return true;
  if (compatible.test(userAgent) || disguisedPrograms.test(userAgent)) return true;
  return isbot(userAgent) && isbot(userAgent.replace(humanTokens, ''));
}

/** The program's name, '' for a program without a known name, undefined for a browser. */
export function findProgram(userAgent: string): string | undefined {
  if (!isProgram(userAgent)) return undefined;
  const name = named.exec(userAgent)?.[0];
  return name === undefined ? '' : spellings.get(name.toLowerCase());
}
