export const texts = {
  'migration.note.source':
    'Import a JSON file from YOURLS, Polr, Zurl, Shlink, Kutt, Sink, Bitly, Dub, Rebrandly, Short.io, TinyURL, Chhoto, golink or Brisk.',
  'migration.note.tables':
    'A table comes from phpMyAdmin, Adminer, HeidiSQL, Navicat or DBeaver, alone or in a dump of the whole database. One object on each line (.jsonl) works, too.',
  'migration.note.kept':
    'Brisk keeps short links, titles, dates and click counts. It also keeps passwords, limits, query forwarding, and rules by device, country, language or query. A row fails if its short link already leads elsewhere, or if Brisk can’t keep the link as it was. The page lists each failed row with the reason.',
  'migration.other': 'For other formats and larger files, choose the source above:',
  'migration.note.again':
    'Importing the same file again changes nothing. Choose below where you come from: CSV, databases and files of up to 2 GB work, too. A JSON file of up to 10 MB can be imported directly.',
  'migration.import': 'Import a JSON file directly',
  'migration.stage.select': 'Select a file',
  'migration.stage.importing': 'Importing…',
  'migration.stage.success': 'Import finished',
  'migration.stage.partly': 'Partly imported',
  'migration.stage.fail': 'Import failed',
  'migration.drop': 'Drop a JSON file here, or click to choose one',
  'migration.choose': 'Choose a file',
  'migration.drop.help': 'Only .json or .jsonl, at most 10 MB',
  'migration.one.file': 'Please choose one file at a time',
  'migration.start': 'Start import',
  'migration.reselect': 'Choose another file',
  'migration.progress': 'Progress of the import',
  'migration.uploading': 'Uploading… {{percent}}%',
  'migration.importing': 'Uploaded. Importing the links…',
  'migration.done_one': '{{count}} link imported',
  'migration.done_other': '{{count}} links imported',
  'migration.done.partly_one': 'Imported, but {{count}} row failed',
  'migration.done.partly_other': 'Imported, but {{count}} rows failed',
  'migration.failed': 'The import failed',
  'migration.asking': 'No response yet. Checking whether the file arrived…',
  'migration.unsure':
    'The server can’t be reached, so we don’t know whether the file arrived. Upload it again later: links already imported are skipped.',
  'migration.slow':
    'The upload was too slow: nothing for 10 seconds, or less than 8 KB a second. Try again on a better connection.',
  'migration.upload.failed': 'The file could not be uploaded. Check your connection and try again.',
  'migration.count.imported': 'Imported',
  'migration.count.skipped': 'Skipped',
  'migration.count.failed': 'Failed',
  'migration.skipped.why':
    'Skipped rows already exist here, with the same short path and long URL.',
  'migration.partial': 'This file has {{shown}} of {{total}} links. Import the other pages, too.',
  'migration.partial.unknown': 'This file has only some of the links. Import the other pages, too.',
  'migration.row': 'Row',
  'migration.row.code': 'The short path is missing, too long, or has characters that it can’t have',
  'migration.row.reserved': 'The site itself uses this short path',
  'migration.row.taken': 'Another link already has this short path',
  'migration.row.url':
    'The long URL is not a web address that Brisk can use, or leads to this site',
  'migration.row.unread': 'The row could not be read',
  'migration.reason': 'Reason',
  'migration.detail': 'Column and value',
  'migration.failed.rows': 'Failed rows',
  'migration.failed.save': 'Save as CSV',
  'migration.pager.size': 'Rows per page',

  'export.title': 'Export links',
  'export.about':
    'JSON contains everything and can be imported again without loss. CSV opens in a spreadsheet.',
  'export.json': 'Export as JSON',
  'export.csv': 'Export as CSV',
  'export.running': 'Exporting…',
  'export.failed': 'The links could not be exported',
} as const satisfies Record<string, string>;
