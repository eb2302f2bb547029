import type { texts as english } from './en.ts';

/** Chinese has one form for every number. */
type Key = Exclude<keyof typeof english, `${string}_one`>;

export const texts: Record<Key, string> = {
  'migration.note.source':
    '支持 YOURLS、Polr、Zurl、Shlink、Kutt、Sink、Bitly、Dub、Rebrandly、Short.io、TinyURL、Chhoto、golink 和 Brisk 的 JSON 链接文件。',
  'migration.note.tables':
    '数据表可由 phpMyAdmin、Adminer、HeidiSQL、Navicat 或 DBeaver 导出，单表或整库均可，也支持每行一个对象（.jsonl）。',
  'migration.note.kept':
    '短链接、标题、日期和访问次数都会保留；密码、各项限制、参数转发，以及按设备、国家、语言或参数跳转的规则也会保留。短链接已被其他网址占用的记录，以及 Brisk 无法原样保留的链接，都不会导入，页面会逐条列出原因。',
  'migration.other': '其他格式和更大的文件，请在上方选择来源：',
  'migration.note.again':
    '重复导入同一文件不会产生变化。请在下方选择来源：也支持 CSV、数据库和最大 2 GB 的文件；不超过 10 MB 的 JSON 文件可以直接导入。',
  'migration.import': '直接导入 JSON 文件',
  'migration.stage.select': '等待选择文件',
  'migration.stage.importing': '导入中…',
  'migration.stage.success': '导入完成',
  'migration.stage.partly': '部分导入',
  'migration.stage.fail': '导入失败',
  'migration.drop': '将 JSON 文件拖到此处，或点击选择',
  'migration.choose': '选择文件',
  'migration.drop.help': '仅限 .json 或 .jsonl 文件，最大 10 MB',
  'migration.one.file': '每次只能选择一个文件',
  'migration.start': '开始导入',
  'migration.reselect': '重新选择',
  'migration.progress': '导入进度',
  'migration.uploading': '上传中… {{percent}}%',
  'migration.importing': '上传完成，正在导入链接…',
  'migration.done_other': '已导入 {{count}} 条链接',
  'migration.done.partly_other': '导入完成，其中 {{count}} 条失败',
  'migration.failed': '导入失败',
  'migration.asking': '尚未收到响应，正在向服务器确认文件是否已送达…',
  'migration.unsure':
    '无法连接服务器，尚不确定文件是否已送达。请稍后重新上传：已存在的链接会自动跳过。',
  'migration.slow': '上传过慢：连续 10 秒没有数据，或速度低于每秒 8 KB。请换用更好的网络后重试。',
  'migration.upload.failed': '文件上传失败，请检查网络后重试',
  'migration.count.imported': '已导入',
  'migration.count.skipped': '已跳过',
  'migration.count.failed': '失败',
  'migration.skipped.why': '跳过的记录此前已经存在：短链接和网址都相同。',
  'migration.partial': '此文件只包含全部 {{total}} 条链接中的 {{shown}} 条，请继续导入其余各页。',
  'migration.partial.unknown': '此文件只包含部分链接，请继续导入其余各页。',
  'migration.row': '行号',
  'migration.row.code': '后缀缺失、过长，或含有不能使用的字符',
  'migration.row.reserved': '该后缀由本站使用',
  'migration.row.taken': '该后缀已属于另一条链接',
  'migration.row.url': '长链接不是可用的网址，或指向本站',
  'migration.row.unread': '无法读取这一行',
  'migration.reason': '原因',
  'migration.detail': '列与值',
  'migration.failed.rows': '导入失败的记录',
  'migration.failed.save': '保存为 CSV',
  'migration.pager.size': '每页条数',

  'export.title': '导出链接',
  'export.about': 'JSON 包含全部数据，可以原样导入；CSV 可以用电子表格打开。',
  'export.json': '导出 JSON',
  'export.csv': '导出 CSV',
  'export.running': '导出中…',
  'export.failed': '导出失败',
};
