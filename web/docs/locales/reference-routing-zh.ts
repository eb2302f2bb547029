/** Of the fields that decide where a visit leads, by their English sentence. */
export const routingDescriptions: Readonly<Record<string, string>> = {
  'Until this instant, visitors get a page that says so; 0 = the link works at once':
    '这一时刻之前，访客会看到“尚未开始”页面；0 表示立即生效',
  'The link expires after this many clicks; 0 = no limit':
    '访问达到这一次数后链接过期；0 表示不限次数',
  'Where visits lead, without a click, while the link is expired, used up, off or not started; empty = a page':
    '链接过期、次数用完、停用或尚未开始时跳转到的网址，不计入访问次数；留空则显示提示页面',
  'Visitors must enter it. No call returns it; empty = no password':
    '访客须输入此密码；任何接口都不会返回它。留空表示没有密码。',
  'The status of the redirect; a link with a password always answers 303':
    '跳转使用的状态码；有密码的链接始终为 303',
  '1: adds the parameters of the visit to the target, except names that the target has':
    '1 表示把访问时带的参数附加到目标网址；目标网址已有的参数名保持不变',
  '1: /code/rest leads to the target with /rest added; 0: it is not found':
    '1 表示 /后缀/路径 跳转到目标网址加上该路径；0 表示这样的地址不存在',
  'Where some visits lead instead. The first rule that fits decides; if none fits, the long URL':
    '部分访问改为跳转到别处：由第一条符合的规则决定；都不符合时跳转到长链接',
  'Every field given must fit. A list fits if one of its values does; {} fits every visit':
    '填写的各项须全部符合；列表中有一个值符合即可；{} 适用于所有访问',
  'Operating systems, as the statistics name them': '操作系统，名称与统计中的相同',
  'Browsers, as the statistics name them': '浏览器，名称与统计中的相同',
  'Apps that open links in a browser of their own, for example WeChat':
    '用自带浏览器打开链接的应用，例如 WeChat',
  'The visitor’s first choice; zh also fits zh-TW': '访客的首选语言；zh 也包括 zh-TW',
  'ISO 3166-1 alpha-2; never fits if the site cannot tell countries':
    'ISO 3166-1 两位国家/地区代码；站点无法判断国家/地区时都不符合',
  'Parameters that the visit must have; `*` = any value': '访问时须带有的参数；`*` 表示任意值',
  '1: visits with the QR code of the link; 0: all other visits':
    '1 表示扫描链接二维码的访问；0 表示其他访问',
  'At this instant or later': '不早于这一时刻',
  'Before this instant': '早于这一时刻',
  'Hours of the day by the clock of a time zone': '一天中的时段，以所填时区的时间为准',
  '1 = Monday to 7 = Sunday; if omitted, every day': '1 到 7 表示星期一到星期日；不填则为每天',
  'Exclusive; if not later than `from`, on the next day':
    '结束时间（不含）；不晚于 `from` 时指次日',
  'For example Asia/Shanghai': '例如 Asia/Shanghai',
  'Shares the visits out. The same visitor gets the same target for a day (UTC)':
    '按比例分配访问；同一访客在一天内（UTC）总是跳转到同一目标',
  'The part of the visits, out of the sum of all weights': '所占比例，以全部 weight 之和为整体',
  'ask: in the apps WeChat, QQ, Instagram, Facebook, TikTok and LINE, a page says how to open the link in a browser':
    'ask 表示在微信、QQ、Instagram、Facebook、TikTok 和 LINE 中打开时，显示如何改用浏览器打开的页面',
  'The card that chat programs show for the link; people are redirected. All empty = that of the target':
    '聊天软件为链接显示的卡片；真人访问照常跳转。全部留空则显示目标网页自己的卡片。',
  'The URL of an image, which Brisk does not fetch': '图片网址；Brisk 不会读取它',
  '1, or 0 if the link is off, expired, used up or not started':
    '1 表示可用；停用、过期、次数用完或尚未开始时为 0',
  'Why `is_active` is 0; a link that is off and expired is off, and one that is used up is expired':
    '`is_active` 为 0 的原因：expired 为已过期或次数用完，scheduled 为尚未开始，off 为已停用；既停用又过期时为 off',
  'Unix seconds; 0 = at once': 'Unix 秒；0 表示立即生效',
  '0 = no limit': '0 表示不限次数',
  'For `is_active`, the value that was set: 1 even if the link has expired. For `password`, 1 if there is one':
    '`is_active` 记录设置的值：链接过期时也可为 1；`password` 为 1 表示有密码',
  'The User-Agent header of the visitor’s browser': '访客浏览器的 User-Agent 请求头',
  'The Accept-Language header, or a language like zh-TW':
    'Accept-Language 请求头，或一种语言，例如 zh-TW',
  'When the visit happens; if omitted, now': '访问的时刻；不填则为现在',
  'What follows the question mark, for example a=1&b=2': '问号后面的内容，例如 a=1&b=2',
  '1: with the QR code of the link': '1 表示扫描链接的二维码',
  '1: after the right password': '1 表示已输入正确的密码',
  'The HTTP status that the visitor would get': '访客会得到的 HTTP 状态码',
  'Where the visit would lead; empty = a page of this site':
    '会跳转到的网址；为空表示显示本站的页面',
  'The position of the rule that decides, starting at 0; null if none does':
    '起作用的规则的序号，从 0 开始；没有则为 null',
  'off, not-started, expired, used-up: the link is closed; card, in-app, password: the visitor gets this page':
    'off、not-started、expired、used-up：链接停用、尚未开始、过期、次数用完；card、in-app、password：访客会看到卡片、应用提示、密码页面',
};
