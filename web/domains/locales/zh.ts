import type { texts as english } from './en.ts';

/** Chinese has one form for every number. */
type Key = Exclude<keyof typeof english, `${string}_one`>;

export const texts: Record<Key, string> = {
  'domains.about':
    '每个域名的短链接相互独立：{{main}}/a 与 {{host}}/a 是两条不同的短链接。本站页面只在 {{main}} 上。',
  'domains.empty': '尚未添加其他域名',
  'domains.empty.text':
    '除 {{main}} 外，还可以使用其他域名（如 go.example.com），各自拥有独立的短链接。在此添加域名，将其 DNS 记录指向本服务器，然后在添加链接时选用。',
  'domains.loading': '正在加载域名',
  'domains.failed': '域名加载失败',

  'domains.add': '添加域名',
  'domains.adding': '正在添加…',
  'domains.added': '域名已添加',
  'domains.add.failed': '域名添加失败',
  'domains.host.help': '例如 go.example.com',
  'domains.host.invalid': '请输入形如 go.example.com 的域名，不含路径和端口',

  'domains.loops_other':
    '有 {{shown}} 条链接指向 {{host}}，现在会跳回本站。请修改它们的长链接（{{codes}}）。',

  'domains.links.of': '（{{host}}）',

  'domains.check': '检查',
  'domains.check.of': '检查 {{host}}',
  'domains.check.failed': '检查失败',
  'domains.checking': '正在检查…',
  'domains.unchecked': '尚未检查',
  'domains.reached': '已指向本站',
  'domains.insecure': '尚无 HTTPS',
  'domains.insecure.advice': '目前只有 HTTP 有应答：代理还没有该域名的证书。',
  'domains.other': '由其他服务器应答',
  'domains.other.advice':
    'DNS 记录指向了别处，或代理未将该域名转发给 Brisk。修改后的记录可能要数小时才生效。',
  'domains.private': '无法检查',
  'domains.private.advice': '该域名指向私有地址，Brisk 不会访问私有地址。',
  'domains.nowhere': '没有 DNS 记录',
  'domains.nowhere.advice': '请添加下方的记录，几分钟后才会生效。',
  'domains.unreached': '没有应答',
  'domains.unreached.advice': '请检查 DNS 记录、防火墙和代理。',

  'domains.setup': 'DNS 与代理',
  'domains.dns': 'DNS 记录',
  'domains.dns.help': '若服务商不支持 CNAME，请添加 A 和 AAAA 记录，值为 {{main}} 的地址。',
  'domains.caddy.help': '使用 Brisk 自带的 Caddyfile 无需添加：它会询问 Brisk 并自动申请证书。',
  'domains.nginx.help': '替换两个 server 块中的这一行。证书也须包含该域名。',
  'domains.copy.of': '复制 {{host}} 的{{name}}',

  'domains.targets': '首页与未知链接',
  'domains.home': '首页',
  'domains.home.help': '访问 {{host}} 首页时跳转到的网址。留空则显示错误页。',
  'domains.missing': '未知链接',
  'domains.missing.help': '访问 {{host}} 上不存在的短链接时跳转到的网址。留空则显示错误页。',
  'domains.save': '保存',
  'domains.save.of': '保存 {{host}} 的页面',
  'domains.saving': '正在保存…',
  'domains.saved': '域名已保存',
  'domains.save.failed': '域名保存失败',

  'domains.delete': '删除',
  'domains.delete.of': '删除 {{host}}',
  'domains.delete.title': '删除 {{host}}？',
  'domains.delete.text': '删除后，只要 DNS 记录仍指向这里，{{host}} 就会显示本站及其短链接。',
  'domains.deleted': '{{host}} 已删除',
  'domains.delete.failed': '域名删除失败',
  'domains.has.links_other': '{{host}} 有 {{shown}} 条链接',
  'domains.has.links.text': '没有链接的域名才能删除。请先删除这些链接，或将其移到其他域名。',
  'domains.show.links_other': '查看 {{shown}} 条链接',
  'domains.in.bin': '{{host}} 在回收站中还有链接',
  'domains.in.bin.text': '这些链接仍可恢复。将其永久删除后，才能删除该域名。',
  'domains.show.bin': '打开回收站',
};
