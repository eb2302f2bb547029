import type { texts as english } from './en.ts';

export const texts: Record<keyof typeof english, string> = {
  'sso.denied': '已在身份提供方取消登录',
  'sso.over': '登录耗时过长，或是在其他浏览器中开始的，请重试',
  'sso.refused.no_account': '本站没有属于你的账号，请向站点管理员索取邀请',
  'sso.refused.role': '你在身份提供方的群组在本站没有对应角色，请联系站点管理员',
  'sso.refused.domain': '本站不接受你的邮箱地址',
  'sso.refused.connect_first': '本站已有账号使用你的邮箱，请用其他方式登录后，在账号页面连接',
  'sso.refused.taken': '身份提供方的这个账号已属于本站的一个账号',
  'sso.refused.other_account': '你在身份提供方登录的是另一个人',
  'sso.refused.only_way': '这是你唯一的登录方式，请先添加通行密钥',
  'confirm.sso.text': '距离上次登录已有一段时间，请重新登录后继续。',

  'sso.connect.text': '将账号与 {{name}} 连接，即可免密码登录。',
  'sso.connect': '与 {{name}} 连接',
  'sso.connected': '账号已连接',
  'sso.connected.text': '你的账号已与 {{name}} 连接。',
  'sso.disconnect': '断开连接',
  'sso.disconnect.title': '断开账号与 {{name}} 的连接？',
  'sso.disconnect.text': '断开后，请使用密码或通行密钥登录。',
  'sso.disconnected': '已断开连接',
  'sso.confirmed': '已确认，可以继续操作',
};
