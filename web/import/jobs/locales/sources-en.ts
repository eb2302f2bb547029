/** A line of a way is a step. */
export const texts = {
  'over.source.sheet': 'A spreadsheet',
  'over.source.other': 'Something else',
  'over.source.brisk': 'Another Brisk',

  'over.way.yourls':
    'On the server, save the whole database with the command below. Its name may differ from yourls.\nOr use phpMyAdmin: select the database, press “Export”, choose SQL, and save the file.',
  'over.keeps.yourls':
    'short links, targets, titles, dates and clicks. The check says how many clicks come with details.',
  'over.loses.yourls':
    'users and settings. Links that a plugin protects come in protected, or they fail.',
  'over.other.yourls':
    'In YOURLS, open “Tools”. The part “Secure passwordless API call” shows your signature. Open the address below with your domain and signature, and save the page as a .json file. It has no visits, and nothing from plugins.',

  'over.way.shlink':
    'On the server, save the database with the command below. With PostgreSQL, use pg_dump. With SQLite, take the file data/database.sqlite.',
  'over.keeps.shlink':
    'short links, targets, titles, tags, dates, limits, rules and clicks. The check says how many clicks come with details.',
  'over.loses.shlink':
    'API keys and visits without a link. Links whose rules Brisk doesn’t know fail.',
  'over.other.shlink':
    'In Shlink’s web client, the button “Export” saves the list as CSV, without rules and limits. Or create an API key with shlink api-key:generate and save the API’s answer with the command below.',

  'over.way.kutt':
    'On the server, save the database with the command below. With MySQL or MariaDB, use mysqldump. With SQLite, take the database file itself.',
  'over.keeps.kutt':
    'short links, targets, descriptions, passwords, bans, expirations and clicks. The check says how many clicks come with details.',
  'over.loses.kutt':
    'users. Kutt counts browsers and countries by the hour, so at most some clicks keep them.',
  'over.other.kutt':
    'In Kutt, open “Settings” and generate an API key. Save the API’s answer with the command below. For further links, raise skip by 50 each time. Links with a password fail, because the API leaves it out.',

  'over.way.polr':
    'On the server, save the database with the command below. Its name may differ from polr.\nOr use phpMyAdmin: select the database, press “Export”, choose SQL, and save the file.',
  'over.keeps.polr':
    'short links, targets, dates and clicks. The check says how many clicks come with details.',
  'over.loses.polr': 'users. Secret links fail, because their address has a second part.',

  'over.way.zurl':
    'On the server, look for Zurl’s database file. Save a copy with the command below.',
  'over.keeps.zurl': 'short links, targets, titles, descriptions, dates, expirations and clicks',
  'over.loses.zurl': 'the login and the API token. Zurl keeps no single visits.',
  'over.other.zurl':
    'In Zurl, open “API token” and copy the token. Save the API’s answer with the command below. For further links, raise page by 1 each time.',

  'over.way.chhoto':
    'On the server, save a copy of the database with the command below. CHHOTO_DB_URL says where it is.',
  'over.keeps.chhoto': 'short links, targets, notes, expirations and clicks',
  'over.loses.chhoto': 'the password and the API key. Chhoto keeps no single visits.',
  'over.other.chhoto': 'With an API key, the command below saves the list.',

  'over.way.sink':
    'In Sink’s dashboard, open “Import/Export”.\nBelow “Export Links”, press “Export All”.',
  'over.keeps.sink':
    'short links, targets, titles, notes, tags, passwords, expirations, and targets by country and device',
  'over.loses.sink': 'visits, which Cloudflare keeps. Cloaked and unsafe links fail.',

  'over.way.slash':
    'On the server, save a copy of the database with the command below. In a container, the file is in /var/opt/slash.',
  'over.keeps.slash': 'shortcuts, targets, titles, descriptions, tags and dates',
  'over.loses.slash':
    'users, collections and visits. Shortcuts that aren’t public fail. Archived ones come in switched off.',

  'over.way.golink':
    'In your tailnet, open http://go/.export and save the page, or use the command.',
  'over.keeps.golink': 'short links, targets and dates',
  'over.loses.golink':
    'owners and clicks. Links whose target is a template, with double braces, fail.',

  'over.way.bitly':
    'In Bitly, look for “Export” in the list of links. Choose CSV with the short link and the destination.',
  'over.keeps.bitly':
    'short links, custom back-halves, targets, and, if the file has them, titles, tags, dates and clicks',
  'over.loses.bitly': 'visits and QR codes. Archived links come in switched off.',
  'over.other.bitly':
    'With an access token and the id of your group, the command below saves 100 links. The address of the next 100 is in the answer, as pagination.next.',

  'over.way.dub':
    'In Dub, look for “Export” in the menu of the list of links.\nBelow “Columns”, select “Tags” and “Archived”, too. Turn off “Apply current filters”, and press “Export links”.',
  'over.keeps.dub': 'short links, targets, dates, clicks and, if selected, tags',
  'over.loses.dub':
    'visits, and everything that the CSV leaves out, such as passwords, expirations and targets by device. Archived links come in switched off.',
  'over.other.dub':
    'With an API key, the command below saves 100 links with their expirations and targets by device and country. For further links, raise page by 1 each time.',

  'over.way.rebrandly':
    'Create an API key in your account.\nSave the API’s answer with the command below. For further links, add &last= with the id of the last link.',
  'over.keeps.rebrandly': 'short links, targets, titles, tags, dates and clicks',
  'over.loses.rebrandly': 'visits and workspaces',

  'over.way.shortio':
    'Look for an export of links in the settings of your domain.\nOr create an API key and save the API’s answer with the command below. For further links, add &pageToken= with nextPageToken of the answer.',
  'over.keeps.shortio':
    'short links, targets, titles, tags, dates, and targets for iPhone and Android',
  'over.loses.shortio': 'visits. Archived links come in switched off.',

  'over.way.tinyurl':
    'Look for an export of links in your account.\nWithout one, a spreadsheet with two columns works, too: the short link and the target.',
  'over.keeps.tinyurl':
    'short links, targets, and, if the file has them, titles, tags, dates and clicks',
  'over.loses.tinyurl': 'visits',

  'over.way.tinycc':
    'Log in to tiny.cc and press “Manage URLs”.\nPress “Export” at the top right of the list, and choose CSV. Trial accounts don’t have this button.',
  'over.keeps.tinycc': 'short links, targets, and, if the file has them, notes, dates and clicks',
  'over.loses.tinycc': 'visits',

  'over.way.prettylinks':
    'In phpMyAdmin, open the table wp_prli_links, press “Export”, choose CSV with the names of the columns in the first row, and save the file.\nOr look for an export in the plugin.',
  'over.keeps.prettylinks': 'slugs, targets, titles, descriptions and dates',
  'over.loses.prettylinks':
    'clicks, groups, and the kind of redirect. Links that are more than a redirect fail.',

  'over.way.redirection':
    'In WordPress, open “Tools”, “Redirection”, “Import/Export”.\nChoose CSV, and download the file.',
  'over.keeps.redirection': 'source paths, targets, titles and hits',
  'over.loses.redirection':
    'groups and logs. Rules with a regular expression fail, and so do those that don’t lead to an address.',

  'over.way.brisk':
    'In the other Brisk, open “Data migration”.\nBelow “Export links”, press “Export as JSON”. Or use the command below on its server.',
  'over.keeps.brisk': 'everything that a link has, with the number of clicks',
  'over.loses.brisk':
    'the statistics behind the clicks, and the history. For a whole site, use a backup. The CSV has no passwords: links that have one fail.',

  'over.way.sheet':
    'The first row names the columns, for example: code, url, title, tags.\nEach further row is a link. The code is the part behind the domain; a whole short link works, too.\nSave the sheet as CSV. Format the codes as text first: a spreadsheet turns 1e5 and 007 into numbers.',
  'over.keeps.sheet':
    'code, long URL, title, description, note, tags, clicks, creation date, expiration and domain',
  'over.loses.sheet': 'other columns. You see them before anything is imported.',

  'over.way.other':
    'Look for an export with the short link and the target: CSV, TSV, JSON, one JSON object a line, an SQL dump or an SQLite file.\nThe plainest file that works is below. The page says what it saw in yours, and you can say which column is which.',
  'over.keeps.other': 'what Brisk recognizes in the file. You see it before anything is imported.',
  'over.loses.other':
    'what Brisk doesn’t recognize. A link with a password or limit that can’t be read fails.',

  'over.hosted':
    'Only links on your own domain can go on working here. Those on a domain of the service, such as {{host}}, stay there.',
} as const satisfies Record<string, string>;
