/** Of the fields of calls that change or create many links, by their English sentence. */
export const bulkDescriptions: Readonly<Record<string, string>> = {
  'Fields to set on all of the links; other fields stay as they are':
    '所有链接都改成这些值；其他字段保持不变',
  'Tags to add to the links': '在原有标签之外添加的标签',
  'Tags to remove from the links, before others are added': '要移除的标签；先移除，再添加',
  'Text to replace everywhere in the long URL; case-sensitive':
    '在长链接中查找的文字及替换内容，逐处替换，区分大小写',
  '1: only report what would change': '1：只返回将要发生的修改，不实际执行',
  'Identifies the bulk edit when you undo it': '撤销这次批量修改时使用的编号',
  'null for a dry run, or if no link was changed': 'null：仅为预览，或没有链接被修改',
  'Tags that each new link gets besides its own': '除各自的标签外，每条新链接都会加上的标签',
  'The domain of links that have no domain field': '没有 domain 字段的链接所用的域名',
  '1: only report what would happen': '1：只返回将会发生的结果，不实际执行',
  'Place of the link in the request, from 0': '该链接在请求中的位置，从 0 开始',
  'existing: also if an earlier link of the request is the same':
    'existing：也包括与请求中前面的链接相同的情况',
  'As when one link is created; missing if it failed or does not exist yet':
    '与创建单条链接时的返回相同；创建失败或尚不存在时没有此项',
  'Why it failed': '失败的原因',
  'In the order of the request': '按请求中的顺序',
  'Number of links selected': '涉及的链接数',
  'Number of links changed; a link that already has these values does not count':
    '实际修改的链接数；原本就是如此的不计入',
  'Number of links that could not be changed': '无法修改的链接数',
  'The first 100 links that could not be changed': '其中前 100 条',
  'The first 5 changed links, with their values before and after':
    '前 5 个有变化的链接，附修改前后的值',
  'Number of links with every change undone': '所改内容已全部恢复原样的链接数',
  'Number of other links: a field stays as it is now, or the link was deleted':
    '其余的链接：某个字段之后又被改过而保持不变，或链接已删除',
  'When the edit began, in Unix seconds': '开始的时刻（Unix 秒）',
  'When the links expire; 0 = never': '过期的时刻；0 表示永久有效',
  'Days from now until the links expire; 0 = never': '从现在起多少天后过期；0 表示永久有效',
  '0: off, even if a link has expired': '0：关闭，已过期的链接也会关闭',
};
