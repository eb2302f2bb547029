import type { Agent } from '../../server/stats/classify/agents/agent.ts';
import { people } from './people-user-agents.ts';

/** A User-Agent header, and the expected values. */
export interface KnownAgent extends Agent {
  readonly text: string;
}

/** Names and user agents of preview programs. */
const previews = `
iMessage | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0
Google Messages | GoogleMessages/20.2 facebookexternalhit/1.1 Facebot Twitterbot/1.0
Facebook | facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)
Facebook | facebookexternalhit/1.1
KakaoTalk | facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984
LINE | facebookexternalhit/1.1;line-poker/1.0
WhatsApp | WhatsApp/2.23.20.0 A
WhatsApp | WhatsApp/2.24.10.77 i
WhatsApp | WhatsApp/2
X | Twitterbot/1.0
LinkedIn | LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)
Slack | Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)
Slack | Slackbot 1.0 (+https://api.slack.com/robots)
Slack | Slack-ImgProxy (+https://api.slack.com/robots)
Telegram | TelegramBot (like TwitterBot)
Discord | Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)
Microsoft Teams | Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com
Microsoft Teams | Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5
Viber | Mozilla/5.0 (Windows NT 6.1; WOW64) ViberUrlDownloader
Viber | Viber/21.4.0.4 CFNetwork/1494.0.7 Darwin/23.4.0
WeChat | MicroMessenger Client
WeChat | WeChat/8.0.49.33 CFNetwork/1496.0.7 Darwin/23.5.0
WeChat | WeChatShareExtensionNew/8.0.49.33 CFNetwork/1496.0.7 Darwin/23.5.0
QQ | Mozilla/5.0 (Linux; U; Android 4.4.2; zh-cn; GT-I9500 Build/KOT49H) AppleWebKit/537.36 (KHTML, like Gecko)Version/4.0 MQQBrowser/5.0 QQ-URL-Manager Mobile Safari/537.36
QQ | QQ/9.0.35.612 CFNetwork/1494.0.7 Darwin/23.4.0
DingTalk | DingTalkBot-LinkService/1.0 (+https://open-doc.dingtalk.com/microapp/faquestions/ftpfeu)
DingTalk | Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/63.0 Safari/537.36 DingTalkBot-LinkService/1.0
Snapchat | Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots
Matrix | Mozilla/5.0 (compatible; Synapse (bot; +https://github.com/matrix-org/synapse))
Matrix | Synapse (bot; +https://github.com/element-hq/synapse)
Mattermost | Mattermost-Bot/1.1
Zulip | Mozilla/5.0 (compatible; ZulipURLPreview/8.4; +https://chat.example.org)
Chatwork | Chatwork LinkPreview v1
GroupMe | GroupMeBot/1.0
Google Chat | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/56.0.2924.87 Safari/537.36 Google (+https://developers.google.com/+/web/snippet/)
Google Chat | Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)
Mastodon | http.rb/5.1.1 (Mastodon/4.2.9; +https://mastodon.social/)
Mastodon | Mastodon/4.3.1 (http.rb/5.2.0; +https://fosstodon.org/) Bot
Pleroma | Pleroma 2.6.2; https://social.example.org <admin@example.org>; Bot
Akkoma | Akkoma 3.13.2-0-g050bc74; https://social.example.org <admin@example.org>; Bot
Misskey | Misskey/2024.5.0 (https://misskey.io)
Misskey | SummalyBot/5.1.0
Lemmy | Lemmy/0.19.5; +https://lemmy.world
Friendica | Friendica 'Interrupted Fern' 2024.12-1571; https://friendica.example
GoToSocial | gotosocial/0.17.3 (+https://gts.example.org)
Pixelfed | (Pixelfed/0.12.3; +https://pixelfed.social)
PeerTube | PeerTube/6.1.0 (+https://tube.example.org)
Bluesky | Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)
Reddit | Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)
Pinterest | Pinterest/0.2 (+https://www.pinterest.com/bot.html)
Pinterest | Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)
Tumblr | Tumblr/14.0.835.186
VK | Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)
OK | Mozilla/5.0 (compatible; OdklBot/1.0 like Linux; klass@odnoklassniki.ru)
Quora | Quora Link Preview/1.0 (http://www.quora.com)
Medium | Mediumbot-MetaTagFetcher/0.3 (+https://medium.com/)
XING | XING-contenttabreceiver/2.0
Discourse | Discourse Forum Onebox v3.3.0.beta2
Disqus | Disqus/1.0
Flipboard | Mozilla/5.0 (Macintosh; Intel Mac OS X 10.9; rv:28.0) Gecko/20100101 Firefox/28.0 (FlipboardProxy/1.6; +http://flipboard.com/browserproxy)
Buffer | Mozilla/5.0 (compatible; BufferLinkPreviewBot/1.0; +https://scraper.buffer.com/about/bots/link-preview-bot)
Notion | NotionEmbedder
ClickUp | ClickUpLinkUnfurler/1.0
Evernote | EvernoteRichLinkBot/1.0
Bitrix24 | Bitrix link preview
Iframely | Iframely/1.3.1 (+https://iframely.com/docs/about) Atlassian
Embedly | Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)
Gmail | Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)
Yahoo Mail | YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html
Yahoo Mail | Mozilla/5.0 (compatible; Yahoo Link Preview; https://help.yahoo.com/kb/mail/yahoo-link-preview-SLN23615.html)
Seznam | Mozilla/5.0 SeznamEmailProxy/2.0.174
Rambler | RamblerMail/6.0 (incompatible; ImageProxy/6.0)
Thunderbird | Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.3.1
Microsoft Office | Mozilla/4.0 (compatible; ms-office; MSOffice 16)
Microsoft Office | Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.5134; ms-office; MSOffice 16)
Microsoft Office | Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17628; Pro)
Microsoft Office | Microsoft Office Existence Discovery
Microsoft Office | Microsoft Office Protocol Discovery
Microsoft Preview | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko; compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview) Chrome/119.0.0.0 Safari/537.36
Microsoft Preview | Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b
Barracuda | Barracuda Sentinel (EE)
Kaspersky | Kaspersky Lab CFR link resolver cfradmins@kaspersky.com
`;

/** Names and user agents of all other programs. */
const bots = `
- |
- | -
- | Mozilla/5.0
- | Mozilla/5.0 (compatible)
Googlebot | Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)
Googlebot | Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.6778.69 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)
Googlebot | Googlebot-Image/1.0
GoogleOther | Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.6367.118 Mobile Safari/537.36 (compatible; GoogleOther)
Google-InspectionTool | Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)
AdsBot-Google | AdsBot-Google (+http://www.google.com/adsbot.html)
Mediapartners-Google | Mediapartners-Google
FeedFetcher-Google | FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)
bingbot | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36
Applebot | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)
DuckDuckBot | DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)
YandexBot | Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)
Baiduspider | Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)
Baiduspider | Mozilla/5.0 (Linux;u;Android 4.2.2;zh-cn;) AppleWebKit/534.46 (KHTML,like Gecko) Version/5.1 Mobile Safari/10600.6.3 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)
Sogou web spider | Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)
Sogou web spider | Mozilla/5.0 (compatible; Sogou web spider/4.0; +http://www.sogou.com/docs/help/webmasters.htm#07)
- | Sogou Pic Spider/3.0(+http://www.sogou.com/docs/help/webmasters.htm#07)
360Spider | Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.1 (KHTML, like Gecko) Chrome/21.0.1180.89 Safari/537.1; 360Spider
YisouSpider | Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/69.0.3497.81 YisouSpider/5.0 Safari/537.36
Bytespider | Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)
PetalBot | Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)
SeznamBot | Mozilla/5.0 (compatible; SeznamBot/4.0; +https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/)
Linespider | Mozilla/5.0 (compatible; Linespider/1.1; +https://lin.ee/4dwXkTH)
Amazonbot | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36
GPTBot | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)
ChatGPT-User | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)
OAI-SearchBot | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)
ClaudeBot | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)
Claude-User | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)
PerplexityBot | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)
Perplexity-User | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)
meta-externalagent | meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)
meta-externalfetcher | meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)
CCBot | CCBot/2.0 (https://commoncrawl.org/faq/)
AhrefsBot | Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)
SemrushBot | Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)
MJ12bot | Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)
DotBot | Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)
archive.org_bot | Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)
bitlybot | bitlybot/3.0 (+http://bit.ly/)
UptimeRobot | Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)
Pingdom | Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)
Uptime-Kuma | Uptime-Kuma/1.23.13
Uptime-Kuma | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36 Uptime-Kuma/1.23
Better Uptime Bot | Better Uptime Bot Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Safari/537.36
Chrome-Lighthouse | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36 Chrome-Lighthouse
HeadlessChrome | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.6723.31 Safari/537.36
PhantomJS | Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1
PhantomJS | Mozilla/5.0 (Macintosh; Intel Mac OS X) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1
Playwright | Playwright/1.40.1 (x64; ubuntu 22.04) node/20.9
Playwright | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 Playwright
Puppeteer | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 Puppeteer
HtmlUnit | Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.0) HtmlUnit/2.9
jsdom | Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/25.0.1
jsdom | Mozilla/5.0 (darwin) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/20.0.3
wkhtmltopdf | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/534.34 (KHTML, like Gecko) wkhtmltopdf Safari/534.34
wkhtmltoimage | Mozilla/5.0 (Windows NT 6.2; Win64; x64) AppleWebKit/534.34 (KHTML, like Gecko) wkhtmltoimage Safari/534.34
CensysInspect | Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)
InternetMeasurement | Mozilla/5.0 (compatible; InternetMeasurement/1.0; +https://internet-measurement.com/)
Nmap | Mozilla/5.0 (compatible; Nmap Scripting Engine; https://nmap.org/book/nse.html)
Nuclei | Nuclei - Open-source project (github.com/projectdiscovery/nuclei)
zgrab | Mozilla/5.0 zgrab/0.x
masscan | masscan/1.3 (https://github.com/robertdavidgraham/masscan)
sqlmap | sqlmap/1.8.4#stable (https://sqlmap.org)
- | Expanse, a Palo Alto Networks company, searches across the global IPv4 space multiple times per day to identify customers&#39; presences on the Internet.
- | Mozilla/5.0 (compatible; proximic)
- | libredtail-http
curl | curl/8.7.1
Wget | Wget/1.21.4
python-requests | python-requests/2.32.3
python-httpx | python-httpx/0.27.0
Python-urllib | Python-urllib/3.12
aiohttp | Python/3.11 aiohttp/3.9.5
Go-http-client | Go-http-client/2.0
Java | Java/17.0.9
Apache-HttpClient | Apache-HttpClient/4.5.14 (Java/17.0.9)
okhttp | okhttp/4.12.0
axios | axios/1.7.2
node-fetch | node-fetch/1.0 (+https://github.com/bitinn/node-fetch)
undici | undici
got | got (https://github.com/sindresorhus/got)
- | node
Bun | Bun/1.1.8
Deno | Deno/1.43.1
GuzzleHttp | GuzzleHttp/7
Scrapy | Scrapy/2.11.2 (+https://scrapy.org)
libwww-perl | libwww-perl/6.72
Ruby | Ruby
PostmanRuntime | PostmanRuntime/7.39.0
HTTPie | HTTPie/3.2.2
WindowsPowerShell | Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.4291
Dalvik | Dalvik/2.1.0 (Linux; U; Android 13; SM-S918B Build/TP1A.220624.014)
CFNetwork | MyApp/3.1 CFNetwork/1494.0.7 Darwin/23.4.0
- | Microsoft-CryptoAPI/10.0
- | Instagram 335.0.0.39.93 Android (33/13; 480dpi; 1080x2183; samsung; SM-G991B; o1s; exynos2100; tr_TR; 609774371)
- | TikTok 34.3.0 rv:343018 (iPhone; iOS 17.4.1; en_US) Cronet
- | Feedbin feed-id:1234 - 9 subscribers
- | WordPress/6.5.3; https://blog.example.org
`;

/** Splits each line of a table into cells; the last cell may contain separators. */
function readLines(table: string, columns: number): string[][] {
  const line = new RegExp(`^${'(.+?) \\| ?'.repeat(columns - 1)}(.*)$`);
  return table
    .trim()
    .split('\n')
    .map((text) => {
      const [, ...cells] = line.exec(text) ?? [];
      if (cells.length !== columns) throw new Error(`not ${columns} columns: ${text}`);
      return cells;
    });
}

function read(cell = ''): string {
  return cell === '-' ? '' : cell;
}

function readPrograms(programClass: 'preview' | 'bot', table: string): KnownAgent[] {
  return readLines(table, 2).map(([name, text = '']) => ({
    class: programClass,
    browser: read(name),
    system: '',
    device: '',
    text,
  }));
}

/** Real user agents with their expected values. */
export const userAgents: readonly KnownAgent[] = [
  ...readLines(people, 4).map(([browser, system, device, text = '']) => ({
    class: 'person' as const,
    browser: read(browser),
    system: read(system),
    device: read(device),
    text,
  })),
  ...readPrograms('preview', previews),
  ...readPrograms('bot', bots),
];
