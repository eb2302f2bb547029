export const importSummaries = {
  importLinks: '从其他短链接工具或 Brisk 的 JSON 文件导入链接',
  getImport: '查询一次导入的结果，用于没有收到响应时；只保留本服务器最近的几次',
  downloadBackup: '将整个站点备份为文件，可用 `brisk restore` 恢复',
  uploadJob: '上传任意已知格式的文件并检查，不改变任何数据',
  getJobs: '列出最近 30 天的导入任务，从新到旧；或查询其中一个',
  getJobRows: '列出已检查、已完成或已撤销的导入中的各行',
  setJob: '修改尚未开始的导入的选项，并重新检查文件',
  startJob: '开始已检查的导入，或继续已停止的导入',
  stopJob: '停止导入；已导入的链接保留',
  undoJob: '撤销导入：删除导入的链接，恢复被替换的链接',
  deleteJob: '删除导入任务及其文件；链接保留，且无法再撤销',
};

export const importDescriptions: Readonly<Record<string, string>> = {
  'kept: links that an undo has left': 'kept：撤销时保留的链接',
  'All rows of this kind': '这一类的总行数',
  'The number of rows that can be listed: the first of them': '可以列出的行数（最前面的若干行）',
  'The field that was changed; empty for a whole row': '被改动的字段；为空表示整行',
  'The value of the file, or the long URL of the existing link': '文件中的值，或已有链接的长网址',
  'The value that the link gets': '链接得到的值',
  'Without it, all imports are listed': '不填则列出全部导入任务',
  'The product or the kind of file; empty until it is known': '来源产品或文件类型；尚未识别时为空',
  'The name of the file': '文件名',
  'The columns of a table': '表格的列',
  'The first values, shortened': '最前面的几个值，可能已截短',
  'Of the check; after the start, of the import': '检查的结果；开始后为导入的结果',
  'Rows of the file: new, here, taken and refused together':
    '文件的行数：new、here、taken 与 refused 之和',
  'Rows whose code another link has': '后缀已被其他链接占用的行数',
  'Rows among the new ones with a value that was cut, changed or not read':
    '新链接中有值被截短、改动或无法读取的行数',
  'Links that the undo has left, because they were edited or deleted':
    '因导入后被修改或删除过而在撤销时保留原状的链接数',
  'Visits that become statistics': '将计入统计的访问次数',
  'Visits beyond the number of clicks that the file says: they raise the total':
    '超出文件所记点击次数的访问：总数随之增加',
  'Visits with a time in the future: they count at the start of the import':
    '时间在将来的访问：按导入开始的时间计入',
  'Of those with details: with a country': '其中有国家信息的访问次数',
  'Of those with details: with the site they came from': '其中有来源网站的访问次数',
  'Of those with details: with a browser or a user agent': '其中有浏览器或 User-Agent 的访问次数',
  'Of those with details: with a system or a user agent': '其中有操作系统或 User-Agent 的访问次数',
  'Clicks of which only the number is known': '只知道次数的点击',
  'The first visit': '最早的访问',
  'The last visit': '最晚的访问',
  'Domains of the file that the site lacks; at most 100': '文件中有而本站没有的域名，最多 100 个',
  'The number of tags that the site lacks': '本站没有的标签数',
  'Bytes of the file, or links of an undo': '文件的字节数；撤销时为链接数',
  'When the work is expected to end': '预计完成的时间',
  'Why the work stopped or waits': '停止或等待的原因',
  'Who sent the file': '上传者',
  'All options; those left out get their default': '全部选项；未给出的使用默认值',
  'The field of each column; an empty text passes it over': '每一列对应的字段；空文本表示忽略该列',
  'The zone of times without one': '未注明时区的时间所用的时区',
  '1: in dates like 3/4/2020 the day comes first; null: as the file shows':
    '1：3/4/2020 这样的日期，日在前；null：根据文件判断',
  'The domain of rows without one; an empty text is the main one':
    '没有域名的行归入哪个域名；空文本表示主域名',
  'Links of domains that the site lacks: main puts them under the main domain, add adds the domain, skip refuses them':
    '域名不属于本站的链接：main 归入主域名，add 添加该域名，skip 不导入',
  'A tag for every link': '给每条链接加上的标签',
  'A code that another link has: fail and keep leave that link, rename adds -2, replace changes it':
    '后缀已被占用时：fail 和 keep 保留已有链接，rename 给新后缀加上 -2，replace 修改已有链接',
  '1: visits of the file become statistics; 0: only the number of clicks is imported':
    '1：文件中的访问记录计入统计；0：只导入点击次数',
  'Always 0: tokens of other programs are not imported': '总是 0：不导入其他程序的 Token',
  'The file, also gzipped, in multipart/form-data':
    '文件，可以是 gzip 压缩的，以 multipart/form-data 发送',
  'How to read the file, and what to do with its links; JSON':
    '如何读取文件、如何处理其中的链接（JSON）',
};
