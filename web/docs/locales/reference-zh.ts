import type * as account from '../../../contracts/account.ts';
import type * as backups from '../../../contracts/backup.ts';
import type * as bin from '../../../contracts/links/bin.ts';
import type * as bulk from '../../../contracts/links/bulk.ts';
import type * as many from '../../../contracts/links/create-many.ts';
import type * as domains from '../../../contracts/domains.ts';
import type * as exports from '../../../contracts/export.ts';
import type * as history from '../../../contracts/links/history.ts';
import type * as imports from '../../../contracts/import.ts';
import type * as jobs from '../../../contracts/import-jobs.ts';
import type * as links from '../../../contracts/links/links.ts';
import type { Route } from '../../../contracts/route.ts';
import type * as qr from '../../../contracts/links/qr.ts';
import type * as simulator from '../../../contracts/links/simulator.ts';
import type * as site from '../../../contracts/site.ts';
import type * as stats from '../../../contracts/stats/stats.ts';
import type * as status from '../../../contracts/status.ts';
import type * as tags from '../../../contracts/links/tags.ts';
import type * as audit from '../../../contracts/people/audit.ts';
import type * as factors from '../../../contracts/people/factors.ts';
import type * as people from '../../../contracts/people/people.ts';
import type * as sessions from '../../../contracts/people/sessions.ts';
import type * as tokens from '../../../contracts/people/tokens.ts';
import type * as views from '../../../contracts/links/views.ts';
import { bulkDescriptions } from './reference-bulk-zh.ts';
import { routingDescriptions } from './reference-routing-zh.ts';
import { importDescriptions, importSummaries } from './reference-imports-zh.ts';
import { peopleDescriptions, peopleSummaries } from './reference-people-zh.ts';

type RoutesOf<Contract> = {
  [Name in keyof Contract]: Contract[Name] extends Route ? Name : never;
}[keyof Contract];

type RouteName =
  | RoutesOf<typeof account>
  | RoutesOf<typeof audit>
  | RoutesOf<typeof people>
  | RoutesOf<typeof factors>
  | RoutesOf<typeof sessions>
  | RoutesOf<typeof tokens>
  | RoutesOf<typeof backups>
  | RoutesOf<typeof bin>
  | RoutesOf<typeof bulk>
  | RoutesOf<typeof domains>
  | RoutesOf<typeof exports>
  | RoutesOf<typeof views>
  | RoutesOf<typeof history>
  | RoutesOf<typeof imports>
  | RoutesOf<typeof jobs>
  | RoutesOf<typeof links>
  | RoutesOf<typeof many>
  | RoutesOf<typeof qr>
  | RoutesOf<typeof simulator>
  | RoutesOf<typeof site>
  | RoutesOf<typeof stats>
  | RoutesOf<typeof status>
  | RoutesOf<typeof tags>;

/** What each call does; in English the contracts themselves say so. */
export const summaries: Readonly<Record<RouteName, string>> = {
  createLink: '创建短链接',
  createLinks: '一次创建最多 1,000 条短链接；无法创建的只影响该条自身',
  listLinks: '分页列出全部链接，或符合筛选条件的链接',
  searchLinks: '按后缀、长链接或标题查找链接',
  updateLink: '修改链接；未提交的字段保持不变',
  getLink: '查看某个后缀的链接',
  deleteLink: '删除某个后缀的链接',
  deleteLinks: '按 id 删除链接，返回实际删除的数量',
  listDeleted: '列出仍可恢复的已删除链接，最近删除的在前',
  restoreLinks: '删除后 30 天内恢复链接，返回恢复的数量',
  purgeDeleted: '按 id 永久删除回收站中的链接，返回删除的数量',
  emptyBin: '永久删除回收站中的全部链接，返回删除的数量',
  clearLinks: '永久删除全部链接，返回删除的数量',
  fetchUrlMetadata: '读取网页的标题和描述',
  editLinks: '批量修改链接，24 小时内可撤销',
  undoBulk: '撤销一次批量修改；之后又改动过的内容保持不变',
  listBulks: '列出仍可撤销的批量修改，最新的在前，最多 100 条',
  listOwners: '列出未停用的账号，链接可以转让给这些账号',
  getHistory: '列出链接最近的 200 条修改记录，最新的在前',
  revertLink: '撤销一次修改，将相应字段恢复为之前的值',
  tryLink: '模拟一次访问：会跳转到哪里、为什么；不计入访问次数',
  getQr: '获取链接的二维码图片；链接不存在时返回 HTTP 404',
  listTags: '按名称列出全部标签',
  setTag: '设置标签的颜色和说明；未提交的字段保持不变',
  listViews: '列出账号保存的视图和 UTM 参数预设',
  setView: '保存视图或预设，同名的会被替换；每种最多 100 个',
  deleteView: '删除视图或预设',
  renameTag: '重命名标签；新名称已存在时，合并到该标签，该标签保持不变',
  deleteTag: '删除标签，并从链接上移除；返回曾使用它的链接数',
  listDomains: '列出本站的其他域名',
  addDomain: '添加一个域名，该域名拥有独立的后缀',
  setDomain: '设置域名首页及不存在的后缀跳转到哪里；未提交的字段保持不变',
  checkDomain: '检查域名是否已指向本站',
  deleteDomain: '删除没有短链接的域名',
  askDomain: '查询某个域名是否属于本站，供申请证书的代理使用；同一台机器上无需 Token',
  getReport: '查询一条或多条链接、某个标签或整个站点的访问统计',
  exportReport:
    '将同样的统计导出为文件；整个站点的文件还包括访问最多的链接、不再有人访问的链接和无效后缀',
  getLive: '实时推送新的访问；名为 "clicks" 的事件给出各类访问的次数',
  getTopLinks: '访问最多的链接，以及不再有人访问的链接；按整天（UTC）统计',
  getLines: '最近每天（UTC）有多少人访问了指定的链接',
  getMissedCodes: '访问过的无效后缀；按整天（UTC）统计',
  listAlerts: '访问明显多于或少于平时的链接',
  dismissAlerts: '忽略提醒，不再显示',
  exportLinks: '将链接导出为文件：全部、符合筛选条件的，或指定 ID 的',
  ...importSummaries,
  ...peopleSummaries,
  getInitState: '查询站点是否已初始化',
  getSiteInfo: '站点的标题、关键词、描述、页头和页脚',
  getOption: '读取一项设置',
  setOption: '保存一项设置，立即生效',
  init: '初始化站点：创建管理员，仅此一次',
  login: '登录，返回 30 天有效的登录 Token',
  checkLogin: '查询 Token 是否有效',
  logout: '退出所用 Token 对应的登录',
  changePassword: '修改密码，其他登录和 API Token 随即失效',
  setAccount: '修改用户名、邮箱或语言，需要当前密码',
  getAppInfo: '账号、软件版本，以及页面所需的部分配置',
  getToken: '查看 API Token',
  createToken: '创建 API Token；已有的 Token 保持不变',
  changeToken: '更换 API Token，旧 Token 立即失效',
  getStatus: '服务的运行状态，以及是否有访问尚未计入或已丢失',
};

/** What the contracts say of fields, by their English sentence. */
export const descriptions: Readonly<Record<string, string>> = {
  ...importDescriptions,
  ...peopleDescriptions,
  'Where the host itself leads; empty = a page': '域名首页跳转到的网址；为空则显示本站页面',
  'Where its unknown codes lead; empty = a page':
    '该域名下不存在的后缀跳转到的网址；为空则显示本站页面',
  'Details of a failure, in English; empty = none': '失败的具体原因（英文）；为空表示没有失败',
  'An http or https URL of at most 8,192 characters, without a user name or password':
    'http 或 https 网址，最多 8,192 个字符，不含用户名和密码',
  'A custom code; if omitted, Brisk generates one': '自定义后缀；不填则随机生成',
  'Empty = the main domain of the site': '空表示本站的主域名',
  'A further domain of the site; if empty or omitted, the main one':
    '本站的其他域名；留空或不填则为主域名',
  'The links of one domain; empty = the main one': '某个域名的链接；空表示主域名',
  'A domain of the site; empty = the main one': '本站的域名；空表示主域名',
  'Days from now until the link expires; 0 = never': '从现在起多少天后过期；0 表示永久有效',
  'When the link expires; 0 = never; an alternative to ttl_days':
    '过期时刻，可代替 ttl_days；0 表示永久有效',
  '1: only the number of clicks is kept': '1 表示只记录访问次数，不保留其他数据',
  '1: keep the API token': '1 表示保留 API Token',
  '1: the public preview shows how many people clicked': '1 表示在公开预览页显示访问次数',
  'The part of `clicks` from before the link was imported; only the number is known':
    '`clicks` 中链接导入前的次数，只知道总数',
  'Clicks from before links were imported; only the number is known. Not part of any other figure. Filtered by tag and domain only: clicks of the links that the domain has now':
    '链接导入前的访问次数，只知道总数；不计入其他任何数字。只按标签和域名筛选，域名即其现有短链接的次数。',
  'The part of `clicks` made by people; excludes bots, previews and imported clicks':
    '`clicks` 中真人访问的次数，不含机器人、链接预览和导入前的访问',
  'The code: the part of the short link after the host': '后缀，即短链接中域名后面的部分',
  'From this time on, the link cannot be restored': '从这一刻起永久删除',
  'Text to find anywhere in the code, title or long URL': '后缀、标题或长链接中任意位置的文字',
  '0 = never': '0 表示永久有效',
  'If omitted, the newest links come first': '不填则最新的在前',
  'Text to find anywhere in the code, title, long URL, note or tags':
    '在后缀、标题、长链接、备注或标签中任意位置出现的文字',
  'If several are given, a link must have all of them': '填写多个时，只返回同时带有这些标签的链接',
  'If several are given, a link must match one of them. never_clicked: `clicks` is 0; `pending_clicks` do not count yet':
    '填写多个时，符合任意一种即可。never_clicked：`clicks` 为 0；`pending_clicks` 中的访问尚不计入。',
  'Created at this instant or later': '创建时间不早于这一时刻',
  'list: a view of the list of links; campaign: a preset of campaign tags':
    'list：链接列表的视图；campaign：UTM 参数的预设',
  'As it was saved': '与保存时相同',
  'JSON of at most 8 KB': '不超过 8 KB 的 JSON',
  'Created before this instant': '创建时间早于这一时刻',
  'Not clicked by people at this instant or later; includes links never clicked':
    '从这一时刻起没有真人访问，包括从未被访问的链接',
  'Who created the link; empty for links of others, unless you are an administrator':
    '创建者的地址；他人的短链接为空，管理员除外',
  'null: no account owns the link. Only on a site with several accounts':
    'null：不归任何账号。仅在有多个账号的站点提供',
  'What you may do with the link. Only on a site with several accounts':
    '可以对该短链接进行的操作。仅在有多个账号的站点提供',
  'The ID of the account that gets the link, or the `owner` of a row; 0 = no account':
    '接收该短链接的账号 ID，或列表行中的 `owner`；0 表示不归任何账号',
  'The ID of the account that gets the links; 0 = no account':
    '接收这些短链接的账号 ID；0 表示不归任何账号',
  'me, or the ID of an account; 0: links that no account owns':
    'me 或账号 ID；0：不归任何账号的短链接',
  'The user name of the account; null: unknown. Only on a site with several accounts':
    '账号的用户名；null：未知。仅在有多个账号的站点提供',
  'The name of its API token, if any. Only on a site with several accounts':
    '所用 API Token 的名称（如有）。仅在有多个账号的站点提供',
  'The last counted click by people; 0 = none. Bots and previews do not change it':
    '最近一次已计入的真人访问；0 表示没有。机器人和链接预览不影响它',
  'short_url: the exact code, then codes that begin with the keyword; the others: text anywhere':
    'short_url：先是完全相同的后缀，再是以此开头的；其余：包含即可',
  'If page and limit are both omitted, you get the first 1,000 links at once':
    '不填 page 和 limit 时，一次返回前 1,000 条',
  'A new code; the current code in another spelling changes nothing':
    '新后缀；与原后缀相同（不论大小写）则不变',
  'A JSON file of at most 10 MB; multipart/form-data keeps its name and type':
    '不超过 10 MB 的 JSON 文件；用 multipart/form-data 可保留文件名和类型',
  'Rows whose code and long URL already exist as a link': '后缀和长链接都相同的链接已存在',
  'Position of the row in the file, starting at 1': '在文件中的行号，从 1 开始',
  'The column that caused the failure, with its value': '导致该行失败的列及其值',
  'Only if the file says it is one page of several': '仅当文件表明自己只是其中一页时才有',
  'null: the file gives no total': 'null：文件没有说明总数',
  'The first 10,000 rows that failed': '失败的行，最多列出前 10,000 行',
  'JSON of at most 64 KB': '不超过 64 KB 的 JSON',
  'URL of the avatar image; empty if avatars are off': '头像地址；关闭头像时为空',
  'The code of a link, or its whole short link in any spelling; if omitted, the whole site':
    '短链接后缀，或任意写法的完整短链接；省略则为整个站点',
  'At most this long until new clicks are in the counts': '新的访问最多经过这么久计入访问次数',
  'Where the server listens, for the line of a proxy': '服务器监听的端口，用于反向代理的配置',
  'The code of a link, or its whole short link in any spelling; repeat it for several links; if omitted, the whole site':
    '短链接后缀，或任意写法的完整短链接；可重复填写多条，最多 50 条；省略则为整个站点',
  'before: as many days before; year: the same dates a year earlier':
    'before：此前同样多的天数；year：一年前的同一日期',
  'With `compare`: the period to compare with, as far as this one has passed. Null for `all`, and if filters do not reach back that far':
    '填写 `compare` 时用于比较的时间段，截至与本期相同的进度；period 为 `all` 时，或筛选条件不适用于那段时间时为 null',
  'Only this list, as a plain table': '只导出这一项，为简单表格',
  'zip: every list as a CSV of its own': 'zip：每个列表各存为一个 CSV 文件',
  '1: CSV as UTF-16LE with tabs, for Excel': '1：CSV 采用 UTF-16LE 和制表符，适合 Excel',
  'A period that ends now; `from` and `to` override it':
    '截至现在的时间段；填写 `from` 和 `to` 时以它们为准',
  'Start of the period, at most 20 years before its end; rounded down to a quarter of an hour':
    '起始时刻，最早为结束前 20 年；向前取整到一刻钟',
  'End of the period, exclusive': '结束时刻（不含）',
  'The time zone of the days, for example Asia/Shanghai; if omitted, the option time_zone, which is UTC by default':
    '按哪个时区划分日期，例如 Asia/Shanghai；不填则用设置 time_zone，默认 UTC',
  'people: persons and scans together': 'people：真人访问，包括扫码',
  'Host of the referring page. In every filter, `none` means clicks without this information; write `~none` for the value "none" itself':
    '来源网站的域名。各项筛选都用 `none` 查询未提供该信息的访问；值本身就是 none 时写作 `~none`',
  'ISO 3166-1 alpha-2': 'ISO 3166-1 两位国家/地区代码',
  'ISO 639': 'ISO 639 语言代码',
  'Where the rules of a link led: the target of a rule or split, or the long URL if none fits; the first 256 characters':
    '链接规则跳转到的网址：规则或分流的目标，没有规则匹配时为长链接；只取前 256 个字符',
  'The service that a host, an app or `utm_source` belongs to, for example Facebook; case does not matter':
    '来源网站、应用或 `utm_source` 所属的服务，例如 Facebook；不区分大小写',
  'Clicks that are recorded but not counted yet, of the links in `short_url` or of the whole site, whatever the filters; not part of any other figure':
    '`short_url` 所列链接或整个站点已记录但尚未计入的访问次数，不受筛选影响，也不包含在其他数字中',
  'What kind of source brought the visitor; `paid` wins over all others':
    '访问来自哪类渠道；`paid`（广告）优先于其他渠道',
  'Host of the domain on which the link was visited; `none` means the main domain. A link is looked up on it, too':
    '被访问短链接的域名；`none` 表示主域名。查找短链接时也用该域名',
  'Host of the domain on which codes were requested; `none` means the main domain':
    '被请求后缀所在的域名；`none` 表示主域名',
  'Start of the period, in Unix seconds': '统计的起始时刻，Unix 秒',
  'How long each entry of `bars` is': '`bars` 中每一段的长度',
  'Clicks of the requested audience, with all filters': '所选对象在全部筛选条件下的访问次数',
  'With all filters except the audience': '应用全部筛选条件，但不限对象',
  'Unique people per UTC day, each counted at the first click of the day; someone who comes on two days counts twice. With `short_url` or `tag`, added up by link':
    '按 UTC 日期区分的访客数，以每人当天的首次访问为准；同一个人在两天里来过会计为两次。填写 `short_url` 或 `tag` 时按链接相加',
  'Totals of as many days before, up to the same time of day; null for `all`':
    '此前同样多的天数，截至同一时刻；`all` 时为 null',
  'Start of the hour, day or month, in Unix seconds': '这一小时、这一天或这个月的起始时刻，Unix 秒',
  'Clicks by day of the week (Monday first) and hour': '按星期（周一在前）和小时统计',
  'Most clicks first': '访问次数多的在前',
  'Clicks with values that are not listed': '未列出的值的访问次数',
  'Clicks without this information': '未提供该信息的访问次数',
  'Filters cover clicks from this time on': '筛选从这一时刻的访问开始有效',
  'False if neither GEOIP_DB nor a trusted header provides countries':
    'false 表示既没有 GEOIP_DB，也没有可信的请求头来判断国家和地区',
  'At most 10': '最多 10 个',
  'Clicks of the audience in the period, with all filters':
    '本期内所选统计对象的访问次数，已应用全部筛选条件',
  'Clicks on as many days before, up to the same time of day; null for `all`, and if filters do not reach back that far':
    '此前同样多的天数里的访问次数，截至同一时刻；period 为 `all` 时，或筛选条件不适用于那段时间时为 null',
  'At most 10 links clicked in the previous period and not in this one; null whenever `before` is null':
    '上期有访问、本期没有的链接，最多 10 个；与 `before` 一样可为 null',
  'Start of the first day (UTC), in Unix seconds': '第一天（UTC）的起始时刻，Unix 秒',
  'The most requested codes, at most 50': '访问最多的，最多 50 个',
  'Alerts not dismissed yet, newest first, at most 100': '尚未忽略的提醒，最新的在前，最多 100 条',
  'Clicks by people in one day': '一天之内的真人访问次数',
  'The usual number per day': '平时一天的真人访问次数',
  'Wrong passwords that visitors entered in the last 24 hours': '过去 24 小时内访客输错密码的次数',
  'Clicks that are safely recorded but not yet added to `clicks`':
    '已记录、尚未计入 `clicks` 的访问次数',
  'At most 20 names of 1 to 32 characters; case is ignored':
    '最多 20 个标签，每个 1 到 32 个字符，不区分大小写',
  'Unix seconds; each further edit in the same second gets the next number':
    'Unix 秒；同一秒内有多次修改时，后面的依次加一',
  'json by default; csv with excel. Only JSON can be imported without loss':
    '默认为 json，设置 excel 时为 csv；只有 JSON 能完整导回',
  'Instead of filters: the IDs of the links, at most 1,000':
    '链接的 ID，可代替筛选条件，最多 1,000 个',
  'If sort is omitted, the order by ID: the oldest first by default':
    '未提交 sort 时按 ID 排序，默认最早的在前',
  'As in a search; requires keyword': '与搜索相同，须与 keyword 一起提交',
  'The IDs of the links, at most 1,000': '要修改的链接 id，最多 1,000 个',
  'Instead of ids: all links that match these fields of a list or a search; {"all": 1} is every link':
    '或者符合列表或搜索条件的全部链接；{"all": 1} 表示所有链接',
  'Links that would lead back to the site, at most 100': '会跳回本站的链接，最多 100 条',
  'Number of links that would lead back to the site': '会跳回本站的链接数',
  'The whole address of the short link': '完整的短链接地址',
  'The code, or the whole short link in any spelling': '短链接后缀，或任意写法的完整短链接',
  'If omitted, the first': '不填则为第一页',
  'Instead of page and sort: only links with a lower ID, the highest first (order=asc: a higher ID, the lowest first). Start with 0; an answer with fewer links than limit is the last':
    '代替 page 和 sort：只返回 ID 更小的链接，从大到小（order=asc：ID 更大，从小到大）。从 0 开始；返回的链接少于 limit 时即为最后一批。',
  '1: if the bin has a link with this domain, code and long URL, it is restored as it was, and other fields are not applied':
    '1：如果回收站中有域名、后缀和长链接都相同的链接，则按原样恢复，其他字段不生效',
  'The link was restored from the bin': '链接是从回收站恢复的',
  '1, without other fields: every link': '填 1 且不带其他条件：所有链接',
  'Fields of the request that were passed over; missing if there are none':
    '请求中被忽略的字段；没有时不返回此项',
  'Width in pixels; a PNG has at least one pixel for each module of the code':
    '宽度（像素）；PNG 的每个码元至少一个像素',
  'The `at` of the edit, as the history returns it': '修改的时刻，与修改记录中的一致',
  'Empty: none is chosen': '空表示未选择',
  'Missing: none is chosen': '未选择时不返回',
  'Sorted by name': '按名称排序',
  'Number of links with this tag': '使用它的链接数',
  'Their `clicks`, added up': '这些链接的 `clicks` 之和',
  'Empty = none': '空表示无',
  'Private: visitors never see it': '仅自己可见，访客看不到',
  '0: switched off, and visitors get a page that says so': '0 表示停用，访客会看到“已停用”页面',
  '0: switched off, and visitors get a page that says so; no effect on an expired link':
    '0 表示停用，访客会看到“已停用”页面；对已过期的链接不起作用',
  'Seconds since the server started': '服务启动至今的秒数',
  'Only if the site uses SQLite': '仅当站点使用 SQLite 时才有',
  'Only if the site uses PostgreSQL': '仅当站点使用 PostgreSQL 时才有',
  'The processes that answer visitors': '处理访问的进程',
  'Totals since the server started': '均自服务启动时算起',
  'Visits that were redirected and must be counted': '已跳转、应当计数的访问次数',
  'Visits safely written to the journal': '其中已安全记录的次数',
  'Visits that could not be written to the journal and are lost': '其中未能记录、已经丢失的次数',
  'Clicks added to the counts, including those left from before the start':
    '已计入 `clicks` 的次数，含启动前留下的访问',
  'Age of the oldest click not counted yet, in seconds; 0 if there is none':
    '最早一次尚未计入的访问距今的秒数；没有则为 0',
  'False if the link already existed; it stays unchanged': 'false 表示链接原本就存在，内容保持不变',
  'Seconds since its last heartbeat; a process that stays silent is replaced':
    '距上次心跳的秒数；长时间没有心跳的进程会被替换',
  'Processes that hung or died and were replaced since the server started':
    '服务启动以来，因卡死或退出而被替换的进程数',
  'The address the proxy connects from': '该代理的连接地址',
  'The setting that makes it a trusted proxy': '将它设为可信代理的配置行',
  'A proxy that is not trusted: all its visitors count as one client':
    '未受信任的代理：经它而来的访客都被当作同一个客户端',
  'Damaged bytes of the journal that were skipped': '日志中已跳过的损坏字节数',
  'Journal files that are kept because part of them is damaged': '因部分损坏而保留的日志文件数',
  'The Upload-Id header sent with the import': '导入请求头 Upload-Id 的值',
  'unknown: the file is still uploading, never arrived, or went to another server':
    'unknown：文件仍在上传、没有送达，或送到了另一台服务器',
  'The report, once the import is done': '导入完成后的报告',
  'Why the import failed': '导入失败的原因',
  ...bulkDescriptions,
  ...routingDescriptions,
};
