export const texts = {
  'migration.note.source':
    'Import a JSON file from YOURLS, Polr, Zurl, Shlink, Kutt, Sink or Brisk.',
  'migration.note.tables':
    'A table comes from phpMyAdmin, Adminer, HeidiSQL, Navicat or DBeaver, alone or in a dump of the whole database. One object on each line (.jsonl) works, too.',
  'migration.from': 'Where do you come from?',
  'migration.from.csv': 'CSV or another service',
  'migration.way.CSV':
    'CSV files can’t be imported yet. JSON works: the exports of Sink and Brisk, the API answers of YOURLS, Zurl, Shlink and Kutt, and the tables of YOURLS, Polr, Zurl and Kutt.',
  'migration.way.YOURLS':
    'In YOURLS, open “Tools”. The part “Secure passwordless API call” shows your signature.\nOpen the address below with your domain and signature, and save the page as a .json file.',
  'migration.way.Polr': 'Polr has no export, so take the table from its database.',
  'migration.way.Zurl':
    'In Zurl, open “API token” and copy the token.\nSave the API’s answer with the command below. For further links, raise page by 1 each time.\nImport each file.',
  'migration.way.Shlink':
    'On the server, create an API key with the command shlink api-key:generate.\nSave the API’s answer with the command below. The button “Export” of Shlink’s web client writes CSV, which can’t be imported yet.',
  'migration.way.Kutt':
    'In Kutt, open “Settings” and generate an API key.\nSave the API’s answer with the command below. For further links, raise skip by 50 each time.\nImport each file. Passwords come only with the table.',
  'migration.way.Sink':
    'In Sink’s dashboard, open “Import/Export”.\nBelow “Export Links”, press “Export All”.',
  'migration.way.Brisk':
    'In the other Brisk, open “Data migration”.\nBelow “Export links”, press “Export as JSON”.',
  'migration.way.table':
    'From the database: in phpMyAdmin, open the table {{table}}, press “Export”, choose the format JSON, and save the file. Adminer, HeidiSQL, Navicat and DBeaver work, too.',
  'migration.way.rules': 'Links with rules need these as well:',
  'migration.way.script': 'a script that adds them',
  'migration.note.kept':
    'Brisk keeps short links, titles, dates and click counts. It also keeps passwords, limits, query forwarding, and rules by device, country, language or query. A row fails if its short link already leads elsewhere, or if Brisk can’t keep the link as it was. The page lists each failed row with the reason.',
  'migration.note.again':
    'Importing the same file again changes nothing. One file at a time, up to 10 MB. For larger files, use the command line.',
  'migration.import': 'Import links',
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
  'migration.starting': 'Importing…',
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
  'export.done': 'Links exported',
  'export.failed': 'The links could not be exported',
} as const satisfies Record<string, string>;
