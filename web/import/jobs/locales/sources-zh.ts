import type { texts as english } from './sources-en.ts';

export const texts: Record<keyof typeof english, string> = {
  'over.source.sheet': '电子表格',
  'over.source.other': '其他',
  'over.source.brisk': '另一个 Brisk',

  'over.way.yourls':
    '在服务器上用下面的命令导出整个数据库，数据库名称不一定是 yourls。\n也可以使用 phpMyAdmin：选择数据库，点击“导出”，格式选择 SQL，保存文件。',
  'over.keeps.yourls': '短链接、长链接、标题、日期和访问次数。检查结果会显示其中多少次访问有明细。',
  'over.loses.yourls': '用户和设置。由插件保护的链接会原样受保护，否则不会导入。',
  'over.other.yourls':
    '在 YOURLS 中打开“Tools”，“Secure passwordless API call”一节中有你的 signature。把下面地址中的域名和 signature 换成自己的，打开后将页面保存为 .json 文件。其中没有访问明细，也没有插件的数据。',

  'over.way.shlink':
    '在服务器上用下面的命令导出数据库。使用 PostgreSQL 时请用 pg_dump；使用 SQLite 时，直接取文件 data/database.sqlite。',
  'over.keeps.shlink':
    '短链接、长链接、标题、标签、日期、各项限制、规则和访问次数。检查结果会显示其中多少次访问有明细。',
  'over.loses.shlink': 'API Key，以及不属于任何链接的访问。规则无法识别的链接不会导入。',
  'over.other.shlink':
    'Shlink 网页客户端的“Export”按钮可将列表保存为 CSV，其中没有规则和限制。也可以用 shlink api-key:generate 创建 API Key，再用下面的命令保存 API 结果。',

  'over.way.kutt':
    '在服务器上用下面的命令导出数据库。使用 MySQL 或 MariaDB 时请用 mysqldump；使用 SQLite 时，直接取数据库文件。',
  'over.keeps.kutt':
    '短链接、长链接、描述、密码、封禁、有效期和访问次数。检查结果会显示其中多少次访问有明细。',
  'over.loses.kutt': '用户。Kutt 按小时汇总浏览器和国家，最多只有部分访问能保留这些信息。',
  'over.other.kutt':
    '在 Kutt 中打开“Settings”，生成 API Key，用下面的命令保存 API 结果；链接较多时，每次将 skip 增加 50。API 不提供密码，有密码的链接不会导入。',

  'over.way.polr':
    '在服务器上用下面的命令导出数据库，数据库名称不一定是 polr。\n也可以使用 phpMyAdmin：选择数据库，点击“导出”，格式选择 SQL，保存文件。',
  'over.keeps.polr': '短链接、长链接、日期和访问次数。检查结果会显示其中多少次访问有明细。',
  'over.loses.polr': '用户。Secret 链接的地址多一段，不会导入。',

  'over.way.zurl': '在服务器上找到 Zurl 的数据库文件，用下面的命令保存一份副本。',
  'over.keeps.zurl': '短链接、长链接、标题、描述、日期、有效期和访问次数',
  'over.loses.zurl': '登录账号和 API Token。Zurl 不保存访问明细。',
  'over.other.zurl':
    '在 Zurl 中打开“API Token”，复制 Token，用下面的命令保存 API 结果；链接较多时，每次将 page 增加 1。',

  'over.way.chhoto': '在服务器上用下面的命令保存一份数据库副本。文件位置见 CHHOTO_DB_URL。',
  'over.keeps.chhoto': '短链接、长链接、备注、有效期和访问次数',
  'over.loses.chhoto': '密码和 API Key。Chhoto 不保存访问明细。',
  'over.other.chhoto': '有 API Key 时，可用下面的命令保存列表。',

  'over.way.sink': '在 Sink 后台打开“Import/Export”。\n在“Export Links”下点击“Export All”。',
  'over.keeps.sink': '短链接、长链接、标题、备注、标签、密码、有效期，以及按国家和设备跳转的网址',
  'over.loses.sink':
    '由 Cloudflare 保存的访问记录。使用 cloaking 的链接和标为不安全的链接不会导入。',

  'over.way.slash': '在服务器上用下面的命令保存一份数据库副本。在容器中，文件位于 /var/opt/slash。',
  'over.keeps.slash': '快捷方式、长链接、标题、描述、标签和日期',
  'over.loses.slash': '用户、集合和访问记录。未公开的快捷方式不会导入；已归档的导入后为停用状态。',

  'over.way.golink': '在你的 tailnet 中打开 http://go/.export 并保存页面，或使用下面的命令。',
  'over.keeps.golink': '短链接、长链接和日期',
  'over.loses.golink': '所有者和访问次数。长链接为模板（带双花括号）的链接不会导入。',

  'over.way.bitly': '在 Bitly 的链接列表中找到“Export”，选择 CSV，须包含短链接和目标网址。',
  'over.keeps.bitly': '短链接、自定义后缀、长链接；文件中有的话，还有标题、标签、日期和访问次数',
  'over.loses.bitly': '访问记录和二维码。已归档的链接导入后为停用状态。',
  'over.other.bitly':
    '有 access token 和群组 ID 时，可用下面的命令保存 100 条链接。结果中的 pagination.next 是下一页的地址。',

  'over.way.dub':
    '在 Dub 链接列表的菜单中找到“Export”。\n在“Columns”下同时勾选“Tags”和“Archived”，关闭“Apply current filters”，点击“Export links”。',
  'over.keeps.dub': '短链接、长链接、日期、访问次数；勾选后还有标签',
  'over.loses.dub':
    '访问记录，以及 CSV 中没有的内容，例如密码、有效期和按设备跳转的网址。已归档的链接导入后为停用状态。',
  'over.other.dub':
    '有 API Key 时，可用下面的命令保存 100 条链接，包括有效期和按设备、国家跳转的网址；链接较多时，每次将 page 增加 1。',

  'over.way.rebrandly':
    '在账号中创建 API Key。\n用下面的命令保存 API 结果；链接较多时，加上 &last= 和最后一条链接的 id。',
  'over.keeps.rebrandly': '短链接、长链接、标题、标签、日期和访问次数',
  'over.loses.rebrandly': '访问记录和工作区',

  'over.way.shortio':
    '在域名设置中找到链接的导出功能。\n也可以创建 API Key，用下面的命令保存 API 结果；链接较多时，加上 &pageToken= 和结果中的 nextPageToken。',
  'over.keeps.shortio': '短链接、长链接、标题、标签、日期，以及 iPhone 和 Android 的网址',
  'over.loses.shortio': '访问记录。已归档的链接导入后为停用状态。',

  'over.way.tinyurl':
    '在账号中找到链接的导出功能。\n没有的话，包含短链接和长链接两列的电子表格也可以。',
  'over.keeps.tinyurl': '短链接、长链接；文件中有的话，还有标题、标签、日期和访问次数',
  'over.loses.tinyurl': '访问记录',

  'over.way.tinycc':
    '登录 tiny.cc，点击“Manage URLs”。\n点击列表右上角的“Export”，选择 CSV。试用账号没有此按钮。',
  'over.keeps.tinycc': '短链接、长链接；文件中有的话，还有备注、日期和访问次数',
  'over.loses.tinycc': '访问记录',

  'over.way.prettylinks':
    '在 phpMyAdmin 中打开数据表 wp_prli_links，点击“导出”，格式选择 CSV，首行包含列名，保存文件。\n也可以查看插件本身是否有导出功能。',
  'over.keeps.prettylinks': '后缀、长链接、标题、描述和日期',
  'over.loses.prettylinks': '访问次数、分组和跳转类型。不只是跳转的链接不会导入。',

  'over.way.redirection':
    '在 WordPress 中打开“Tools”→“Redirection”→“Import/Export”。\n选择 CSV 并下载文件。',
  'over.keeps.redirection': '来源路径、目标网址、标题和访问次数',
  'over.loses.redirection': '分组和日志。使用正则表达式的规则，以及不跳转到网址的规则不会导入。',

  'over.way.brisk':
    '在另一个 Brisk 中打开“数据迁移”。\n在“导出链接”下点击“导出 JSON”，或在其服务器上使用下面的命令。',
  'over.keeps.brisk': '链接的全部内容，以及访问次数',
  'over.loses.brisk':
    '访问次数背后的统计明细和修改记录。迁移整个站点请使用备份。CSV 中没有密码，有密码的链接不会导入。',

  'over.way.sheet':
    '第一行是列名，例如：code, url, title, tags。\n之后每行一条链接。code 是域名后面的部分，也可以填写完整的短链接。\n将表格另存为 CSV。请先把后缀列设为文本格式，否则 1e5 和 007 会被电子表格改成数字。',
  'over.keeps.sheet': '后缀、长链接、标题、描述、备注、标签、访问次数、创建日期、有效期和域名',
  'over.loses.sheet': '其他列。导入之前会列出。',

  'over.way.other':
    '找到包含短链接和目标网址的导出文件：CSV、TSV、JSON、每行一个 JSON 对象、SQL 转储或 SQLite 文件。\n最简单的可用文件如下。页面会说明在你的文件中看到了什么，你也可以自行指定各列的含义。',
  'over.keeps.other': '文件中 Brisk 能识别的内容。导入之前会列出。',
  'over.loses.other': 'Brisk 无法识别的内容。密码或限制无法读取的链接不会导入。',

  'over.hosted':
    '只有你自己域名下的短链接才能在这里继续使用；服务商域名下的短链接（例如 {{host}}）仍留在原处。',
};
