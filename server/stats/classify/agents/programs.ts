const names = `
  Googlebot, AdsBot-Google, Mediapartners-Google, GoogleOther, Google-InspectionTool,
  Google-Read-Aloud, FeedFetcher-Google, bingbot, Applebot, DuckDuckBot, DuckAssistBot,
  YandexBot, Baiduspider, Sogou web spider, 360Spider, YisouSpider, Bytespider, PetalBot,
  SeznamBot, coccocbot, Linespider, Amazonbot, GPTBot, ChatGPT-User, OAI-SearchBot, ClaudeBot,
  Claude-User, Claude-SearchBot, PerplexityBot, Perplexity-User, MistralAI-User,
  meta-externalagent, meta-externalfetcher, facebookcatalog, CCBot, AhrefsBot, SemrushBot,
  MJ12bot, DotBot, DataForSeoBot, BLEXBot, Screaming Frog SEO Spider, archive.org_bot,
  ia_archiver, bitlybot, UptimeRobot, Pingdom, StatusCake, Site24x7, Better Uptime Bot,
  Uptime-Kuma, GTmetrix, Chrome-Lighthouse, CensysInspect, InternetMeasurement, Nmap, Nuclei,
  zgrab, masscan, sqlmap, HeadlessChrome, PhantomJS, Playwright, Puppeteer, HtmlUnit, jsdom,
  wkhtmltopdf, wkhtmltoimage, Scrapy, curl, Wget, python-requests, python-httpx, Python-urllib,
  aiohttp, Go-http-client, Apache-HttpClient, okhttp, axios, node-fetch, undici, got,
  GuzzleHttp, PostmanRuntime, insomnia, HTTPie, libwww-perl, WindowsPowerShell, Java, Ruby,
  Deno, Bun, CFNetwork, Dalvik
`
  .trim()
  .split(/,\s+/);

const named = new RegExp(
  `(?<![\\w-])(?:${names.map((name) => name.replaceAll('.', '\\.')).join('|')})(?![A-Za-z])`,
  'i',
);
const spellings = new Map<string, string>(names.map((name) => [name.toLowerCase(), name]));

/** Programs that send a whole browser's user agent, with a name that no rule finds by its words. */
export const disguised =
  /PowerShell|Uptime-Kuma|Puppeteer|Playwright|HtmlUnit|\bjsdom\/|wkhtmlto|GTmetrix|OneTrust|\bHLB\/|Assetnote|Miniature\.io|\bips-agent|360JK|geckotrail|TSM-turingos|Google Web Preview|HeadlessChrome|PhantomJS|Reaver|\(Unknown; Linux/i;

export function nameProgram(userAgent: string): string {
  const name = named.exec(userAgent)?.[0];
  return name === undefined ? '' : spellings.get(name.toLowerCase())!;
}
