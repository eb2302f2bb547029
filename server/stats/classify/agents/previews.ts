/**
 * Programs that look where a link leads for people who read, write or are about to open a message
 * with it. The first that fits is it. In-app browsers of the same makers must fit none of these:
 * they bring people.
 */
const previews: readonly (readonly [pattern: RegExp, name: string])[] = [
  // Several programs add Facebook's and Twitter's names to get what those are given.
  [/^GoogleMessages\//i, 'Google Messages'],
  [/facebookexternalhit\/\S+ Facebot Twitterbot\//i, 'iMessage'],
  [/kakaotalk-scrap/i, 'KakaoTalk'],
  [/line-poker/i, 'LINE'],
  [/TelegramBot/i, 'Telegram'],
  [/facebookexternalhit|facebot\b/i, 'Facebook'],
  [/Twitterbot/i, 'X'],
  [/LinkedInBot/i, 'LinkedIn'],

  // Signal says that it is WhatsApp, too.
  [/^WhatsApp\b/i, 'WhatsApp'],
  [/Slackbot|Slack-ImgProxy/i, 'Slack'],
  [/Discordbot/i, 'Discord'],
  [/SkypeUriPreview|TeamsBot-LinkPreview/i, 'Microsoft Teams'],
  [/ViberUrlDownloader|^Viber\b/i, 'Viber'],
  [/^(?:WeChat|Weixin|WeChatShareExtension\w*)\/|^MicroMessenger Client|WeChat-?Bot/i, 'WeChat'],
  [/QQ-URL-Manager|^(?:QQ|QQShare\w*|TIM)\//i, 'QQ'],
  [/DingTalkBot|^DingTalk\//i, 'DingTalk'],
  [/(?:Feishu|Lark)[\w-]{0,20}(?:Bot|Spider|Preview|Url|Link)/i, 'Feishu'],
  [/Zalo[\w-]{0,20}(?:Bot|Crawler|Preview)/i, 'Zalo'],
  [/Weibo ?(?:Bot|Spider)/i, 'Weibo'],
  [/^Snapchat\b|Snap URL Preview/i, 'Snapchat'],
  [/\(bot; \+https:\/\/github\.com\/(?:matrix-org|element-hq)\/|^Synapse\//i, 'Matrix'],
  [/Mattermost-?(?:Bot|LinkPreview)/i, 'Mattermost'],
  [/^Rocket\.Chat/i, 'Rocket.Chat'],
  [/ZulipURLPreview/i, 'Zulip'],
  [/Chatwork ?LinkPreview/i, 'Chatwork'],
  [/GroupMeBot/i, 'GroupMe'],
  [/Google-PageRenderer|developers\.google\.com\/\+\/web\/snippet/i, 'Google Chat'],

  [/Mastodon\//i, 'Mastodon'],
  [/^(?:Pleroma|Akkoma) /i, 'Pleroma'],
  [/^(?:Misskey|Sharkey|Firefish|Foundkey)\/|SummalyBot/i, 'Misskey'],
  [/^Lemmy\//i, 'Lemmy'],
  [/^Friendica /i, 'Friendica'],
  [/^gotosocial\//i, 'GoToSocial'],
  [/Pixelfed\//i, 'Pixelfed'],
  [/^PeerTube\//i, 'PeerTube'],
  [/Bluesky Cardyb|\bCardyb\//i, 'Bluesky'],
  [/redditbot/i, 'Reddit'],
  [/Pinterestbot|^Pinterest\//i, 'Pinterest'],
  [/^Tumblr\//i, 'Tumblr'],
  [/vkShare/i, 'VK'],
  [/OdklBot/i, 'OK'],
  [/Quora Link Preview/i, 'Quora'],
  [/Mediumbot/i, 'Medium'],
  [/XING-contenttabreceiver/i, 'XING'],
  [/Discourse Forum Onebox/i, 'Discourse'],
  [/^Disqus\//i, 'Disqus'],
  [/FlipboardProxy/i, 'Flipboard'],
  [/BufferLinkPreviewBot/i, 'Buffer'],
  [/NotionEmbedder|Notion(?:Bot|LinkPreview)/i, 'Notion'],
  [/EvernoteRichLinkBot/i, 'Evernote'],
  [/ClickUpLinkUnfurler/i, 'ClickUp'],
  [/Bitrix link preview/i, 'Bitrix24'],
  [/Iframely/i, 'Iframely'],
  [/Embedly/i, 'Embedly'],

  [/GoogleImageProxy/i, 'Gmail'],
  [/YahooMailProxy|Yahoo Link Preview/i, 'Yahoo Mail'],
  [/SeznamEmailProxy/i, 'Seznam'],
  [/RamblerMail/i, 'Rambler'],
  [/\bThunderbird\//i, 'Thunderbird'],
  // Asks for a link that is clicked in a document or mail before it hands it to the browser.
  [/\bms-office\b|\bMSOffice\b|^Microsoft Office/i, 'Microsoft Office'],
  [/SafeLinks/i, 'Microsoft Safe Links'],
  [/BingPreview|MicrosoftPreview/i, 'Microsoft Preview'],
  [/Barracuda/i, 'Barracuda'],
  [/Proofpoint|urldefense/i, 'Proofpoint'],
  [/Mimecast/i, 'Mimecast'],
  [/MessageLabs|Symantec\.cloud/i, 'Symantec'],
  [/Kaspersky Lab CFR link resolver/i, 'Kaspersky'],
];

/** The name of the program that looks where a link leads; undefined when it is none. */
export function findPreview(userAgent: string): string | undefined {
  return previews.find(([pattern]) => pattern.test(userAgent))?.[1];
}
