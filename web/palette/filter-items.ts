/** Other words for entries, by their id. Each language knows those of both. */
const words: Readonly<Record<string, string>> = {
  'page-list': 'views filters export expired 视图 筛选 导出 过期',
  'page-bin': 'deleted restore trash 删除 恢复 回收站',
  'page-many': 'bulk import paste spreadsheet csv 批量 导入 粘贴 表格',
  'page-tags': 'tags labels merge rename color 标签 合并 改名 颜色',
  'page-stats': 'clicks visitors reports channels sources export 访问 访客 报告 来源 导出',
  'page-migration': 'import export backup restore move csv json 导入 导出 备份 恢复 迁移',
  'page-setting':
    'title blocking user agent header footer time zone guest 标题 屏蔽 页眉 页脚 时区',
  'page-domains': 'host dns 域名 主机 解析',
  'page-token': 'api key curl sharex token 令牌 密钥 接口',
  'page-account': 'password email username login 密码 邮箱 用户名 登录',
  add: 'new create rule password expiration limit 新建 创建 规则 密码 有效期',
  scheme: 'theme dark light 主题 深色 浅色',
  language: 'language chinese english 语言 中文 英文',
  logout: 'sign out log out 退出 登出',
};

interface Item {
  readonly id: string;
  readonly label: string;
}

/** Keeps the items that have every word of the query; first those whose label begins with it. */
export function filterItems<One extends Item>(items: readonly One[], query: string): One[] {
  const wanted = query.toLowerCase().split(/\s+/);
  return items
    .filter(({ id, label }) => {
      const known = `${label.toLowerCase()} ${words[id] ?? ''}`;
      return wanted.every((word) => known.includes(word));
    })
    .toSorted((a, b) => rank(b, query) - rank(a, query));
}

/** Enter takes the first item: "add link" means that action, not the page "Add many links". */
export function countBeginnings(items: readonly Item[], query: string): number {
  return items.filter((item) => rank(item, query) === 2).length;
}

function rank({ label }: Item, query: string): number {
  const shown = label.toLowerCase();
  const typed = query.trim().toLowerCase();
  if (shown.startsWith(typed)) return 2;
  return shown.includes(typed) ? 1 : 0;
}
