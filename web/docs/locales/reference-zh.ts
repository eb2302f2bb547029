import type * as account from '../../../contracts/account.ts';
import type * as backups from '../../../contracts/backup.ts';
import type * as bin from '../../../contracts/bin.ts';
import type * as bulk from '../../../contracts/bulk.ts';
import type * as exports from '../../../contracts/export.ts';
import type * as history from '../../../contracts/history.ts';
import type * as imports from '../../../contracts/import.ts';
import type * as links from '../../../contracts/links.ts';
import type { Route } from '../../../contracts/route.ts';
import type * as site from '../../../contracts/site.ts';
import type * as stats from '../../../contracts/stats.ts';
import type * as status from '../../../contracts/status.ts';
import type * as tags from '../../../contracts/tags.ts';

type RoutesOf<Contract> = {
  [Name in keyof Contract]: Contract[Name] extends Route ? Name : never;
}[keyof Contract];

type RouteName =
  | RoutesOf<typeof account>
  | RoutesOf<typeof backups>
  | RoutesOf<typeof bin>
  | RoutesOf<typeof bulk>
  | RoutesOf<typeof exports>
  | RoutesOf<typeof history>
  | RoutesOf<typeof imports>
  | RoutesOf<typeof links>
  | RoutesOf<typeof site>
  | RoutesOf<typeof stats>
  | RoutesOf<typeof status>
  | RoutesOf<typeof tags>;

/** What each call does; in English the contracts themselves say so. */
export const summaries: Readonly<Record<RouteName, string>> = {
  createLink: '创建短链接',
  listLinks: '分页列出全部链接，或符合筛选条件的链接',
  searchLinks: '按短码、长链接或标题查找链接',
  updateLink: '修改链接；未提交的字段保持不变',
  getLink: '查看某个短码的链接',
  deleteLink: '删除某个短码的链接',
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
  getHistory: '列出链接最近的 200 条修改记录，最新的在前',
  revertLink: '撤销一次修改，将相应字段恢复为之前的值',
  listTags: '按名称列出全部标签',
  renameTag: '重命名标签；新名称已存在时，合并到该标签',
  deleteTag: '删除标签，并从链接上移除；返回曾使用它的链接数',
  getReport: '查询单个链接或整个站点的访问统计',
  exportReport:
    '将同样的统计导出为文件；整个站点的文件还包括访问最多的链接、不再有人访问的链接和无效短码',
  getLive: '实时推送新的访问；名为 "clicks" 的事件给出各类访问的次数',
  getTopLinks: '访问最多的链接，以及不再有人访问的链接；按整天（UTC）统计',
  getLines: '最近每天（UTC）有多少人访问了指定的链接',
  getMissedCodes: '访问过的无效短码；按整天（UTC）统计',
  listAlerts: '访问明显多于或少于平时的链接',
  dismissAlerts: '忽略提醒，不再显示',
  exportLinks: '将全部链接导出为文件',
  importLinks: '从其他短链接工具或 Brisk 的 JSON 文件导入链接',
  getImport: '查询一次导入的结果，用于没有收到响应时；只保留本服务器最近的几次',
  downloadBackup: '将整个站点备份为文件，可用 `brisk restore` 恢复',
  getInitState: '查询站点是否已初始化',
  getSiteInfo: '站点的标题、关键词、描述、页头和页脚',
  getOption: '读取一项设置',
  setOption: '保存一项设置，立即生效',
  init: '初始化站点：创建管理员，仅此一次',
  login: '登录，返回 30 天有效的登录 Token',
  checkLogin: '查询 Token 是否有效',
  logout: '退出所用 Token 对应的登录',
  changePassword: '修改密码，其他登录和 API Token 随即失效',
  getAppInfo: '账号与软件版本',
  getToken: '查看 API Token',
  createToken: '创建 API Token；已有的 Token 保持不变',
  changeToken: '更换 API Token，旧 Token 立即失效',
  getStatus: '服务的运行状态，以及是否有访问尚未计入或已丢失',
};

/** What the contracts say of fields, by their English sentence. */
export const descriptions: Readonly<Record<string, string>> = {
  'An http or https address of at most 8,192 characters, without user name or password':
    'http 或 https 网址，最多 8,192 个字符，不含用户名和密码',
  'Your own code; without it Brisk draws one': '自定义短码；不填则随机生成',
  'Days until it expires; 0 = never': '多少天后过期；0 表示永久有效',
  'Days from now until it expires; 0 = never': '从现在起多少天后过期；0 表示永久有效',
  'The instant it expires, instead of ttl_days': '过期时刻，可代替 ttl_days',
  '1: nothing but the number of its clicks is kept': '1 表示只记录访问次数，不保留其他数据',
  '1: the API token stays': '1 表示保留 API Token',
  '1: its public preview says how many people came': '1 表示在公开预览页显示访问次数',
  'Of `clicks`, those before the import of the link: only their number is known':
    '`clicks` 中链接导入前的次数，只知道总数',
  'Those before links were imported: only their number is known. In no other figure':
    '链接导入前的访问次数，只知道总数；不计入其他任何数字',
  'Of `clicks`, those of people: neither of bots or previews nor imported':
    '`clicks` 中真人访问的次数，不含机器人、链接预览和导入前的访问',
  'The code: what stands behind the host in the short link': '短码，即短链接中域名后面的部分',
  'From then on it is deleted for good': '从这一刻起永久删除',
  'Anywhere in the code, title or long URL': '短码、标题或长链接中任意位置的文字',
  '0 = never': '0 表示永久有效',
  'Without it the newest come first': '不填则最新的在前',
  'Anywhere in the code, title, long URL, note or a tag':
    '在短码、标题、长链接、备注或标签中任意位置出现的文字',
  'Several: links that have all of them': '填写多个时，只返回同时带有这些标签的链接',
  'Several: links in any of them. never_clicked: `clicks` is 0; clicks in `pending_clicks` do not count yet':
    '填写多个时，符合任意一种即可。never_clicked：`clicks` 为 0；`pending_clicks` 中的访问尚不计入',
  'Created at this instant or later': '创建时间不早于这一时刻',
  'Created before this instant': '创建时间早于这一时刻',
  'short_url: the code itself, then those that begin so; the others: anywhere':
    'short_url：先是完全相同的短码，再是以此开头的；其余：包含即可',
  'Without page and limit the first 1,000 come at once':
    '不填 page 和 limit 时，一次返回前 1,000 条',
  'A new code; the same code as before, in any form, stays':
    '新短码；与原短码相同（不论大小写）则不变',
  'A JSON file of at most 10 MB; multipart/form-data keeps its name and type':
    '不超过 10 MB 的 JSON 文件；用 multipart/form-data 可保留文件名和类型',
  'The same code with the same long URL was already there': '短码和长链接都相同的链接已存在',
  'Where it stands among the rows of the file, from 1': '在文件中的行号，从 1 开始',
  'The column that the row failed for, with its value': '导致该行失败的列及其值',
  'Only where the file says that it is one page of several': '仅当文件表明自己只是其中一页时才有',
  'null: the file does not say how many there are': 'null：文件没有说明总数',
  'The rows that failed, the first 10,000 of them': '失败的行，最多列出前 10,000 行',
  'JSON of at most 64 KB': '不超过 64 KB 的 JSON',
  'Address of the avatar image; empty when it is switched off': '头像地址；关闭头像时为空',
  'The code of a link; without it the whole site': '链接的短码；不填则统计整个站点',
  'Ends now; `from` and `to` take its place': '截至现在的时间段；填写 `from` 和 `to` 时以它们为准',
  'The first instant, at most 20 years before; rounded down to a quarter of an hour':
    '起始时刻，最早为结束前 20 年；向前取整到一刻钟',
  'The instant behind the last': '结束时刻（不含）',
  'Where days begin, for example Asia/Shanghai': '按哪个时区划分日期，例如 Asia/Shanghai',
  'people: persons and scans': 'people：真人访问，包括扫码',
  'Host. In each filter `none` is who did not say; a value of that name is asked for as `~none`':
    '来源网站的域名。各项筛选都用 `none` 查询未提供该信息的访问；值本身就是 none 时写作 `~none`',
  'ISO 3166-1 alpha-2': 'ISO 3166-1 两位国家/地区代码',
  'ISO 639': 'ISO 639 语言代码',
  'The first instant that is told of, in Unix seconds': '统计的起始时刻，Unix 秒',
  'How long a bar of `bars` is': '`bars` 中每一段的长度',
  'Of the audience that was asked for, with all filters': '所选对象在全部筛选条件下的访问次数',
  'With all filters but the audience': '应用全部筛选条件，但不限对象',
  'People told apart by UTC day, each counted with their first click of it: two days count twice':
    '按 UTC 日期区分的访客数，以每人当天的首次访问为准；同一个人在两天里来过会计为两次',
  'Of the period of the same length before; null for `all`':
    '此前同样长的一段时间；`all` 时为 null',
  'When the hour, day or month begins, in Unix seconds':
    '这一小时、这一天或这个月的起始时刻，Unix 秒',
  'By day of the week, Monday first, and hour': '按星期（周一在前）和小时统计',
  'Most clicks first': '访问次数多的在前',
  'Of values that are not listed': '未列出的值的访问次数',
  'Of those who did not say': '未提供该信息的访问次数',
  'Filters know clicks from this instant on': '筛选从这一时刻的访问开始有效',
  'False: neither GEOIP_DB nor a trusted header names countries':
    'false 表示既没有 GEOIP_DB，也没有可信的请求头来判断国家和地区',
  'At most 10': '最多 10 个',
  'Clicks of the audience, with all filters, in the period':
    '本期内所选统计对象的访问次数，已应用全部筛选条件',
  'In the period of the same length before; null of `all`, and where filters do not reach so far':
    '上一个同样长的时间段里的访问次数；period 为 `all` 时，或筛选条件不适用于那段时间时为 null',
  'Visited in the period before and not in this; at most 10; null as `before`':
    '上期有访问、本期没有的链接，最多 10 个；与 `before` 一样可为 null',
  'When the first day begins, UTC, in Unix seconds': '第一天（UTC）的起始时刻，Unix 秒',
  'Those most asked for, at most 50': '访问最多的，最多 50 个',
  'Not dismissed, newest first, at most 100': '尚未忽略的提醒，最新的在前，最多 100 条',
  'Within a day': '一天之内的真人访问次数',
  'How many usually come in a day': '平时一天的真人访问次数',
  'Clicks that are safe and not yet added to `clicks`': '已记录、尚未计入 `clicks` 的访问次数',
  'At most 20 names of 1 to 32 characters; case makes no difference':
    '最多 20 个标签，每个 1 到 32 个字符，不区分大小写',
  'Unix seconds; of several edits in one second the later ones count on':
    'Unix 秒；同一秒内有多次修改时，后面的依次加一',
  'As in a search, with keyword': '与搜索相同，须与 keyword 一起提交',
  'The links by id, at most 1,000': '要修改的链接 id，最多 1,000 个',
  'Or all links that fit the fields of a list or a search; {} is every link':
    '或者符合列表或搜索条件的全部链接；{} 表示所有链接',
  'Fields that all of the links get; others stay': '所有链接都改成这些值；其他字段保持不变',
  'Tags that the links get beside their own': '在原有标签之外添加的标签',
  'Tags that the links lose before others are added': '要移除的标签；先移除，再添加',
  'A text to find in the long URL and what to put for it, at each place; case makes a difference':
    '在长链接中查找的文字及替换内容，逐处替换，区分大小写',
  '1: only tells what would change': '1：只返回将要发生的修改，不实际执行',
  'Names the bulk edit when it is undone': '撤销这次批量修改时使用的编号',
  'null: a dry run, or no link was changed': 'null：仅为预览，或没有链接被修改',
  'Links that were asked for': '涉及的链接数',
  'Links that it changed; one that would stay as it is does not count':
    '实际修改的链接数；原本就是如此的不计入',
  'Links that it could not change': '无法修改的链接数',
  'The first 100 of those': '其中前 100 条',
  'The first 5 links that change, with their values before and after':
    '前 5 个有变化的链接，附修改前后的值',
  'Links that have all that it changed as it was before': '所改内容已全部恢复原样的链接数',
  'The others: a field was changed again and stays, or the link was deleted':
    '其余的链接：某个字段之后又被改过而保持不变，或链接已删除',
  'When it began, in Unix seconds': '开始的时刻（Unix 秒）',
  'The instant they expire; 0 = never': '过期的时刻；0 表示永久有效',
  'Days from now until they expire; 0 = never': '从现在起多少天后过期；0 表示永久有效',
  '0: off, also where a link is expired': '0：关闭，已过期的链接也会关闭',
  'The instant of the edit, as the history tells it': '修改的时刻，与修改记录中的一致',
  'Of `is_active` what was set: 1 also where the link is expired':
    '`is_active` 记录设置的值：链接过期时也可为 1',
  'By name': '按名称排序',
  'How many links have it': '使用它的链接数',
  'Private: no visitor sees it': '仅自己可见，访客看不到',
  '0: visitors get a page, "switched off"': '0 表示停用，访客会看到“已停用”页面',
  '0: visitors get a page, "switched off"; an expired link stays as it is':
    '0 表示停用，访客会看到“已停用”页面；对已过期的链接不起作用',
  'Why `is_active` is 0; a link that is off and expired is off':
    '`is_active` 为 0 的原因：expired 为已过期，off 为已停用；既停用又过期时为 off',
  '1, or 0 once expired or switched off': '1 表示可用；过期或停用后为 0',
  'Seconds since the server started': '服务启动至今的秒数',
  'Of a site on one machine': '单机部署时',
  'Of a site on several machines': '多机部署时',
  'The processes that answer visitors': '处理访问的进程',
  'All since the server started': '均自服务启动时算起',
  'Visits answered with a redirect that must be counted': '已跳转、应当计数的访问次数',
  'Of them, those that are safe in the journal': '其中已安全记录的次数',
  'Of them, those that could not be journalled and are lost': '其中未能记录、已经丢失的次数',
  'Clicks added to the counts, also those of before the start':
    '已计入 `clicks` 的次数，含启动前留下的访问',
  'Age of the oldest click that is not in the counts yet; 0 = there is none':
    '最早一次尚未计入的访问距今的秒数；没有则为 0',
  'False when the link was there already; it stays unchanged':
    'false 表示链接原本就存在，内容保持不变',
  'Seconds since its last heartbeat; a process that stays silent is replaced':
    '距上次心跳的秒数；长时间没有心跳的进程会被替换',
  'Processes that hung or died and were replaced, since the server started':
    '服务启动以来，因卡死或退出而被替换的进程数',
  'The address that it connects from': '该代理的连接地址',
  'The setting that makes it a trusted proxy': '将它设为可信代理的配置行',
  'A proxy that is not trusted: all of its visitors count as one client':
    '未受信任的代理：经它而来的访客都被当作同一个客户端',
  'Damaged bytes of the journal that were passed over': '日志中已跳过的损坏字节数',
  'Journal files that are kept because a part of them is damaged': '因部分损坏而保留的日志文件数',
  'The header Upload-Id of the import': '导入请求头 Upload-Id 的值',
  'unknown: the file is on its way, never came, or went to another server':
    'unknown：文件仍在上传、没有送达，或送到了另一台服务器',
  'When the import is done': '导入完成后的报告',
  'Why the import failed': '导入失败的原因',
};
