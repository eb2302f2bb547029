/** The first match wins. In-app browsers of the same makers must not match: they bring people. */
const previews: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^GoogleMessages\//i, 'Google Messages'],
  [/facebookexternalhit\/\S+ Facebot Twitterbot\//i, 'iMessage'],
  [/kakaotalk-scrap/i, 'KakaoTalk'],
  [/line-poker/i, 'LINE'],
  [/TelegramBot/i, 'Telegram'],
  [/facebookexternalhit|facebot\b|meta-?externalhit/i, 'Facebook'],
  [/Twitterbot/i, 'X'],
  [/LinkedInBot/i, 'LinkedIn'],

  [/^WhatsApp\b/i, 'WhatsApp'],
  [/Slackbot|Slack-ImgProxy/i, 'Slack'],
  [/Discordbot/i, 'Discord'],
  [/SteamChatURLLookup|Valve\/Steam HTTP Client/i, 'Steam'],
  [/SkypeUriPreview|TeamsBot-LinkPreview/i, 'Microsoft Teams'],
  [/ViberUrlDownloader|^Viber\b/i, 'Viber'],
  [/^(?:WeChat|Weixin|WeChatShareExtension\w*)\/|^MicroMessenger Client|WeChat-?Bot/i, 'WeChat'],
  [/QQ-URL-Manager|^(?:QQ|QQShare\w*|TIM)\//i, 'QQ'],
  [/DingTalkBot|^DingTalk\//i, 'DingTalk'],
  [/(?:Feishu|Lark)[\w-]{0,20}(?:Bot|Spider|Preview|Url|Link)/i, 'Feishu'],
  [/Zalo[\w-]{0,20}(?:Bot|Crawler|Preview)/i, 'Zalo'],
  [/Weibo ?(?:Bot|Spider)/i, 'Weibo'],
  [/^Snapchat\b|Snap ?URL ?Preview/i, 'Snapchat'],
  [/\(bot; \+https:\/\/github\.com\/(?:matrix-org|element-hq)\/|^Synapse\//i, 'Matrix'],
  [/Mattermost-?(?:Bot|LinkPreview)/i, 'Mattermost'],
  [/^Rocket\.Chat/i, 'Rocket.Chat'],
  [/ZulipURLPreview/i, 'Zulip'],
  [/Chatwork ?LinkPreview/i, 'Chatwork'],
  [/GroupMeBot/i, 'GroupMe'],
  [/Google-PageRenderer|developers\.google\.com\/\+\/web\/snippet/i, 'Google Chat'],

  [/SummalyBot/i, 'Misskey'],
  [/Bluesky Cardyb|\bCardyb\//i, 'Bluesky'],
  [/redditbot/i, 'Reddit'],
  [/Pinterestbot|^Pinterest\//i, 'Pinterest'],
  [/^Tumblr\//i, 'Tumblr'],
  [/vkShare|VKRobot/i, 'VK'],
  [/OdklBot/i, 'OK'],
  [/Quora Link Preview/i, 'Quora'],
  [/Mediumbot/i, 'Medium'],
  [/XING-contenttabreceiver/i, 'XING'],
  [/Discourse Forum Onebox/i, 'Discourse'],
  [/^Disqus\//i, 'Disqus'],
  [/FlipboardProxy/i, 'Flipboard'],
  [/BufferLinkPreviewBot/i, 'Buffer'],
  [/^Notion\b|NotionEmbedder|Notion(?:Bot|LinkPreview)/i, 'Notion'],
  [/\bAsana\/\d/i, 'Asana'],
  [/^Trello\b/i, 'Trello'],
  [/Nextcloud[ -](?:Server|Talk|Link)/i, 'Nextcloud'],
  [/EvernoteRichLinkBot/i, 'Evernote'],
  [/ClickUpLinkUnfurler/i, 'ClickUp'],
  [/Bitrix link preview/i, 'Bitrix24'],
  [/Iframely/i, 'Iframely'],
  [/Embedly/i, 'Embedly'],

  [/GoogleImageProxy/i, 'Gmail'],
  [/YahooMailProxy|Yahoo Link Preview|Yahoo:LinkExpander/i, 'Yahoo Mail'],
  [/SeznamEmailProxy/i, 'Seznam'],
  [/RamblerMail/i, 'Rambler'],
  [/\bThunderbird\//i, 'Thunderbird'],
  // Office fetches a clicked link before it opens the browser.
  [/\bms-office\b|\bMSOffice\b|^Microsoft Office/i, 'Microsoft Office'],
  [/SafeLinks/i, 'Microsoft Safe Links'],
  [/BingPreview|MicrosoftPreview/i, 'Microsoft Preview'],
  [/Barracuda/i, 'Barracuda'],
  [/Proofpoint|urldefense/i, 'Proofpoint'],
  [/Mimecast/i, 'Mimecast'],
  [/MessageLabs|Symantec\.cloud/i, 'Symantec'],
  [/Kaspersky Lab CFR link resolver/i, 'Kaspersky'],
];

/** Servers of the fediverse fetch the card of each posted link. */
const fediverse = `
  Akkoma Bonfire BookWyrm Calckey Castopod CherryPick Diaspora Epicyon Firefish Foundkey
  Friendica Funkwhale Gancio GoToSocial Hometown Hubzilla Iceshrimp Iceshrimp.NET kbin Ktistec
  Lemmy Mastodon Mbin microblog.pub Misskey Mitra Mobilizon NodeBB Owncast PeerTube PieFed
  Pixelfed Pleroma Rebased Sharkey Smithereen snac Socialhome Takahe Vernissage Wafrn
  WriteFreely
`
  .trim()
  .split(/\s+/);
const ofFediverse = new RegExp(
  `(?:^/?|\\()(?:${fediverse.map((name) => name.replaceAll('.', '\\.')).join('|')})(?=[/ ;)]|$)`,
  'i',
);
const spellings = new Map<string, string>(fediverse.map((name) => [name.toLowerCase(), name]));

export function findNamedPreview(userAgent: string): string | undefined {
  const name = previews.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (name !== undefined) return name;
  const server = ofFediverse.exec(userAgent)?.[0].replace(/^[/(]+/, '');
  return server === undefined ? undefined : spellings.get(server.toLowerCase());
}

const kind =
  /preview|unfurl|link-?expand|metadata|meta-?tags?-?fetch|onebox|opengraph|open-graph|oembed|url-?look-?up|link-?look-?up|rich-?link|link-?card/i;
const NAME_MAX = 38;

/** The word in which a program says that it makes previews; undefined for anything else. */
export function findPreviewKind(text: string): string | undefined {
  const match = kind.exec(text);
  if (match === null) return undefined;
  const isWord = (at: number): boolean => /[\w.-]/.test(text[at] ?? '');
  let from = match.index;
  let to = from + match[0].length;
  while (to - from < NAME_MAX && isWord(to)) to += 1;
  while (to - from < NAME_MAX && isWord(from - 1)) from -= 1;
  return text.slice(from, to);
}
