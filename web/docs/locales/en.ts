export const docsTexts = {
  'docs.title': 'API',
  'docs.lead': 'Create and manage short links from a script, an app or another site.',
  'docs.contents': 'Contents',
  'docs.guide': 'Guide',
  'docs.reference': 'Reference',

  'docs.start': 'Start',
  'docs.start.text':
    'Every call goes to this address and takes a token. Make the API token once, on the token page of the admin area; it lasts until you change it, and may do nothing but work with links and read their statistics.',
  'docs.start.base': 'Address',
  'docs.start.header': 'Header',
  'docs.start.body':
    'Bodies may be JSON, urlencoded or multipart, whichever your tool finds easiest, and have at most 64 KB where nothing else is said. Times are Unix seconds.',
  'docs.language': 'Language of the examples',

  'docs.create': 'Create a link',
  'docs.create.text':
    'Only `long_url` is required. `short_url` is the code that stands behind the host; leave it out and one is drawn. `ttl_days` lets the link expire.',
  'docs.create.again':
    'The same long URL once more, with neither a code nor an expiry, gives the link that is already there.',
  'docs.answer': 'Answer',

  'docs.list': 'List and search',
  'docs.list.text':
    'Lists come by page, the newest first. `limit` goes up to 200; `sort` and `order` change the order.',
  'docs.list.search':
    'To find links, send `filter` (`short_url`, `long_url` or `title`) and `keyword` to `/api/search`.',

  'docs.errors': 'Errors',
  'docs.errors.text':
    'Every answer is an envelope. `code` 200 is success. Otherwise `msg` is a key that stays the same in all languages, and `data.issues` names each field that was refused. Look at `code`, not only at the HTTP status: refusals of the site itself come with HTTP 200.',
  'docs.errors.code': 'Code',
  'docs.errors.meaning': 'What it means',
  'docs.errors.400': 'Refused: `msg` says why, for example `short.url.exists`',
  'docs.errors.401': 'The token is missing, unknown or expired',
  'docs.errors.403': 'The API token may not do this; a login may',
  'docs.errors.404': 'There is none: `link.not.found`, `no.query`',
  'docs.errors.405': 'Another method: the `Allow` header names it',
  'docs.errors.413': 'The body is too large',
  'docs.errors.429': 'Too many attempts: wait as many seconds as `Retry-After` says',
  'docs.errors.500': 'Something went wrong; `data.request_id` is in the log of the server',
  'docs.errors.507': 'The disk of the server is full; links still redirect',

  'docs.machine': 'For machines',
  'docs.machine.text': 'All of this as an OpenAPI 3.1 document, for generators and other tools:',

  'docs.reference.text': 'Each call, with its fields. Open one and try it on this site.',
  'docs.reference.failed': 'The reference could not be loaded',
  'docs.reference.loading': 'Loading the reference…',
  'docs.search': 'Find a call',
  'docs.search.none': 'No call matches',
  'docs.token': 'Token',
  'docs.token.help':
    'Stays in this tab and is sent to this site only. Calls that you try are real: what they delete is deleted.',
  'docs.token.login': 'Use my login',
  'docs.token.used': 'Your login on this browser is used',

  'docs.tag.links': 'Links',
  'docs.tag.stats': 'Statistics',
  'docs.tag.export': 'Export',
  'docs.tag.import': 'Import',
  'docs.tag.backup': 'Backup',
  'docs.tag.site': 'Site',
  'docs.tag.account': 'Account',
  'docs.tag.status': 'Status',
  'docs.access.anyone': 'Open to everyone',
  'docs.access.guest': 'API token or login; neither where the site lets visitors create links',
  'docs.access.token': 'API token or login',
  'docs.access.login': 'Login only',
  'docs.methods': '{{methods}} alike',
  'docs.fields': 'Fields',
  'docs.fields.none': 'Takes no fields.',
  'docs.required': 'required',
  'docs.default': 'default {{value}}',
  'docs.unset': 'Not sent',
  'docs.type.text': 'text',
  'docs.type.text.max': 'text, at most {{max}} characters',
  'docs.type.number': 'whole number',
  'docs.type.number.min': 'whole number, {{min}} or more',
  'docs.type.number.range': 'whole number, {{min}} to {{max}}',
  'docs.type.list': 'list, values with commas between',
  'docs.type.choice': 'one of these',
  'docs.type.file': 'file',
  'docs.send': 'Send',
  'docs.sending': 'Sending…',
  'docs.request': 'Request',
  'docs.response': 'Answer',
  'docs.response.status': 'HTTP {{status}} · {{ms}} ms',
  'docs.success': 'Success',
  'docs.success.file': 'A file: {{types}}',
  'docs.success.events':
    'Events (`text/event-stream`) as they happen, until you close the connection. Try it in a shell with the request above.',
  'docs.copy': 'Copy',
  'docs.copy.of': 'Copy: {{what}}',
} as const;

export type DocsTextKey = keyof typeof docsTexts;
