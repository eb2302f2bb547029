import type { texts as english } from './en.ts';

/** Chinese has one form for every number. */
type Key = Exclude<keyof typeof english, `${string}_one`>;

export const texts: Record<Key, string> = {
  'token.loading': '正在加载 API Token…',
  'token.note.use': '借助 API Token，你的程序无需密码即可创建、查询、修改和删除短链接。',
  'token.note.one': 'Token 只有一个，且长期有效；更换后，旧的 Token 立即失效。',
  'token.note.docs': '全部 API 的说明和示例见',
  'token.yours': '你的 Token',
  'token.show': '显示 Token',
  'token.hide': '隐藏 Token',
  'token.copy': '复制 Token',
  'token.empty.title': '还没有 API Token',
  'token.empty.text': '创建一个，就能在自己的程序中使用短链接服务。',
  'token.create': '创建 Token',
  'token.creating': '创建中…',
  'token.created': 'API Token 已创建',
  'token.change': '更换 Token',
  'token.changing': '更换中…',
  'token.change.title': '确定更换 API Token？',
  'token.change.text': '正在使用当前 Token 的程序会立即失效，需要换上新的 Token 才能恢复。',
  'token.changed': 'API Token 已更换',
  'token.get.failed': '获取 Token 失败',
  'token.create.failed': '创建 Token 失败',
  'token.change.failed': '更换 Token 失败',
  'token.example': '用 cURL 创建短链接',
  'token.example.copy': '复制代码',
  'token.example.help': '复制的代码包含真实的 Token。',
};
