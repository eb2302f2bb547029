import { isbot } from 'isbot';

/** How programs are called that many sites meet, as they write themselves. */
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

/** Browsers in a text window, and those of phones from before all browsers said Mozilla. */
const plainBrowser =
  /^(?:Lynx\/|ELinks[ /]|Links \(|w3m\/|UCWEB\/|Nokia|BlackBerry|SAMSUNG-|SonyEricsson|LG-|MOT-)/;

/** What all other browsers say, if not at the beginning. */
const browserMark = /\b(?:Mozilla|Opera)\/\d/;

/** Of browsers only Internet Explorer and Konqueror say this. */
const compatible = /\(compatible;(?! ?(?:MSIE|Konqueror))/;

/** Programs that `isbot` takes for browsers, since they say nearly the same. */
const disguised = /PowerShell|Uptime-Kuma|Puppeteer|HtmlUnit|\bjsdom\/|wkhtmlto/i;

/** Words of browsers and apps that people use, in which `isbot` sees a program. */
const innocent = new RegExp(
  [
    // `|` between what Alipay and Baidu tell of the screen and the device.
    'AlipayDefined\\([^)]*\\)',
    'baiduboxapp/\\S*',
    // An address of mail, in what Alibaba's apps tell of where they were bought.
    'TTID/\\S*',
    // News.
    'NewsArticle/\\S*',
    '\\(News [\\d. ]*\\)',
    // The search engine, in the names of its app, browser and input method; its crawlers say
    // that they are spiders.
    'Sogou',
    // A maker of phones.
    '(?<![a-z])CUBOT(?![a-z])',
    // Google's crawler, in the Google app for iOS.
    'com\\.google\\.\\w+/',
  ].join('|'),
  'gi',
);

/** Tells whether the text is of a crawler, library, monitor or other program without a reader. */
function isProgram(userAgent: string): boolean {
  if (plainBrowser.test(userAgent)) return false;
  if (!browserMark.test(userAgent)) return true;
  if (compatible.test(userAgent) || disguised.test(userAgent)) return true;
  return isbot(userAgent) && isbot(userAgent.replace(innocent, ''));
}

/**
 * The name of the program that sends this user agent, '' when it is one without a known name;
 * undefined when it is a browser.
 */
export function findProgram(userAgent: string): string | undefined {
  if (!isProgram(userAgent)) return undefined;
  const name = named.exec(userAgent)?.[0];
  return name === undefined ? '' : spellings.get(name.toLowerCase());
}
