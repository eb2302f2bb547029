import type { DocsTextKey } from './en.ts';

export const docsTexts: Record<DocsTextKey, string> = {
  'docs.title': 'API',
  'docs.lead': '在脚本、应用或其他网站中创建和管理短链接。',
  'docs.contents': '目录',
  'docs.guide': '入门',
  'docs.reference': 'API 参考',

  'docs.start': '开始之前',
  'docs.start.text':
    '所有请求都发往下面的地址，并带上 Token。在管理后台的 Token 页面创建一次 API Token 即可：它在更换之前一直有效，且只能用于操作链接和查询访问统计。',
  'docs.start.base': '地址',
  'docs.start.header': '请求头',
  'docs.start.body':
    '请求体可以是 JSON、urlencoded 或 multipart，哪种方便用哪种；除非另有说明，大小不超过 64 KB。返回的时间均为 Unix 秒；请求中也可以填日期（如 2026-12-31）或带时区偏移的时间（如 2026-12-31T18:00+08:00）。',
  'docs.language': '示例语言',

  'docs.create': '创建短链接',
  'docs.create.text':
    '只有 `long_url` 是必填的。`short_url` 是域名后面的部分（后缀），不填则随机生成。`ttl_days` 用来设置有效期。',
  'docs.create.again': '再次提交同一个长链接，且不指定后缀和有效期时，返回的是已有的短链接。',
  'docs.answer': '返回',

  'docs.list': '列表与搜索',
  'docs.list.text':
    '列表按页返回，最新的在前。`limit` 最大 200；用 `sort` 和 `order` 可以改变排序。',
  'docs.list.filter':
    '列表可以筛选：`q` 在后缀、标题、长链接、备注和标签中查找文字，`tag` 按标签、`state` 按状态、`created_from` 和 `created_until` 按创建时间、`not_clicked_since` 按最近访问筛选。多个条件须同时满足。',
  'docs.list.filter.label': '筛选列表',
  'docs.list.search':
    '要查找链接，请向 `/api/search` 发送 `filter`（`short_url`、`long_url` 或 `title`）和 `keyword`。',

  'docs.errors': '错误处理',
  'docs.errors.text':
    '所有返回都有统一的外层结构。`code` 为 200 表示成功；否则 `msg` 是一个不随语言变化的键，`data.issues` 会列出每个被拒绝的字段，包括无法识别的字段。请检查 `code`，而不只是 HTTP 状态码：业务上的拒绝同样以 HTTP 200 返回。',
  'docs.errors.code': '代码',
  'docs.errors.meaning': '含义',
  'docs.errors.400': '请求被拒绝，原因见 `msg`，例如 `short.url.exists`',
  'docs.errors.401': '缺少 Token，或 Token 无效、已过期',
  'docs.errors.403':
    '无权执行：API Token 缺少 `data.scope` 中的权限、角色无权执行，或此操作需要登录',
  'docs.errors.404': '不存在：`link.not.found`、`no.query`',
  'docs.errors.405': '请求方法不对，可用的方法见 `Allow` 响应头',
  'docs.errors.413': '请求体过大',
  'docs.errors.429': '请求过于频繁，请按 `Retry-After` 给出的秒数等待',
  'docs.errors.500': '服务器出错，`data.request_id` 可在服务器日志中查到',
  'docs.errors.507': '服务器磁盘已满，已有的短链接仍可跳转',

  'docs.machine': '供程序读取',
  'docs.machine.text': '以上内容的 OpenAPI 3.1 文档，可用于生成代码等工具：',
  'docs.machine.v1': '另有一套采用 HTTP 方法和状态码的 API，说明见：',

  'docs.reference.text': '每个 API 及其字段。展开任意一个，即可在本站直接试用。',
  'docs.reference.failed': 'API 参考加载失败',
  'docs.reference.loading': '正在加载 API 参考…',
  'docs.search': '查找 API',
  'docs.search.none': '没有匹配的 API',
  'docs.token': 'Token',
  'docs.token.help':
    '只保留在当前标签页，且只发送到本站。试用是真实的调用：删除的内容会真的被删除。',
  'docs.token.login': '使用我的登录',
  'docs.token.used': '正在使用此浏览器中的登录',

  'docs.tag.links': '链接',
  'docs.tag.stats': '访问统计',
  'docs.tag.domains': '域名',
  'docs.tag.export': '导出',
  'docs.tag.import': '导入',
  'docs.tag.backup': '备份',
  'docs.tag.site': '站点',
  'docs.tag.account': '账号',
  'docs.tag.people': '成员',
  'docs.tag.audit': '操作记录',
  'docs.tag.status': '运行状态',
  'docs.access.anyone': '所有人可用',
  'docs.access.guest': 'API Token 或登录；站点允许访客创建时，两者都不需要',
  'docs.access.token': 'API Token 或登录',
  'docs.access.login': '仅限登录',
  'docs.methods': '{{methods}} 均可',
  'docs.fields': '字段',
  'docs.fields.none': '无需字段。',
  'docs.required': '必填',
  'docs.default': '默认 {{value}}',
  'docs.unset': '不发送',
  'docs.type.text': '文本',
  'docs.type.text.max': '文本，最多 {{max}} 个字符',
  'docs.type.number': '整数',
  'docs.type.number.min': '整数，不小于 {{min}}',
  'docs.type.number.range': '整数，{{min}} 至 {{max}}',
  'docs.type.list': '列表，以英文逗号分隔',
  'docs.type.choice': '以下之一',
  'docs.type.file': '文件',
  'docs.send': '发送',
  'docs.sending': '发送中…',
  'docs.request': '请求',
  'docs.response': '返回',
  'docs.response.status': 'HTTP {{status}} · {{ms}} 毫秒',
  'docs.success': '成功时返回',
  'docs.success.file': '文件：{{types}}',
  'docs.success.events':
    '持续推送的事件（`text/event-stream`），直到你断开连接。可以在终端中用上面的请求试试。',
  'docs.copy': '复制',
  'docs.copy.of': '复制：{{what}}',
};
