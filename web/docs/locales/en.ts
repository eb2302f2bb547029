export const docsTexts = {
  'docs.title': 'API',
  'docs.lead': 'Create and manage short links from a script, an app or another site.',
  'docs.contents': 'Contents',
  'docs.guide': 'Guide',
  'docs.reference': 'Reference',

  'docs.start': 'Start',
  'docs.start.text':
    'Send every call to this address with a token. Create the API token once, on the token page of the admin area. It works until you change it, and only for links and their statistics.',
  'docs.start.base': 'Address',
  'docs.start.header': 'Header',
  'docs.start.body':
    'Send JSON, urlencoded or multipart bodies, whichever suits your tool, of at most 64 KB unless a call says otherwise. Times are Unix seconds; calls also take a date such as 2026-12-31, or a time with its offset such as 2026-12-31T18:00+08:00.',
  'docs.language': 'Language of the examples',

  'docs.create': 'Create a link',
  'docs.create.text':
    'Only `long_url` is required. `short_url` is the code after the host; leave it out to get a random one. `ttl_days` is the number of days until the link expires.',
  'docs.create.again':
    'If you send the same long URL again without a code or an expiration, you get the existing link.',
  'docs.answer': 'Response',

  'docs.list': 'List and search',
  'docs.list.text':
    'Lists come in pages, newest first. `limit` is at most 200; `sort` and `order` change the order.',
  'docs.list.filter':
    'Filters narrow a list: `q` finds text in the code, title, long URL, note and tags; `tag` and `state` match exactly; `created_from` and `created_until` set a time range; `not_clicked_since` finds links without a click since then. A link must match all of them.',
  'docs.list.filter.label': 'Filter a list',
  'docs.list.search':
    'To find links, send `filter` (`short_url`, `long_url` or `title`) and `keyword` to `/api/search`.',

  'docs.errors': 'Errors',
  'docs.errors.text':
    'Every response is an envelope. `code` 200 is success. Otherwise `msg` is a key that is the same in all languages, and `data.issues` names each rejected field, unknown ones included. Check `code`, not only the HTTP status: when the site itself refuses a call, the HTTP status is still 200.',
  'docs.errors.code': 'Code',
  'docs.errors.meaning': 'Meaning',
  'docs.errors.400': 'Refused: `msg` says why, for example `short.url.exists`',
  'docs.errors.401': 'The token is missing, unknown or expired',
  'docs.errors.403':
    'Not allowed: the API token lacks the scope in `data.scope`, your role lacks the right, or the call needs a login',
  'docs.errors.404': 'Not found: `link.not.found`, `no.query`',
  'docs.errors.405': 'Wrong method: the `Allow` header names the right one',
  'docs.errors.413': 'The body is too large',
  'docs.errors.429': 'Too many attempts: wait for the seconds in `Retry-After`',
  'docs.errors.500': 'Something went wrong; look for `data.request_id` in the server log',
  'docs.errors.507': 'The server’s disk is full; links still redirect',

  'docs.machine': 'For machines',
  'docs.machine.text': 'All of this as an OpenAPI 3.1 document, for generators and other tools:',
  'docs.machine.v1': 'A second API, with the verbs and statuses of HTTP, is described at:',

  'docs.reference.text': 'Every call with its fields. Open one and try it on this site.',
  'docs.reference.failed': 'The reference could not be loaded',
  'docs.reference.loading': 'Loading the reference…',
  'docs.search': 'Find a call',
  'docs.search.none': 'No call matches',
  'docs.token': 'Token',
  'docs.token.help':
    'Stays in this tab and is sent to this site only. Calls are real: what you delete here is deleted.',
  'docs.token.login': 'Use my login',
  'docs.token.used': 'Using your login in this browser',

  'docs.tag.links': 'Links',
  'docs.tag.stats': 'Statistics',
  'docs.tag.domains': 'Domains',
  'docs.tag.export': 'Export',
  'docs.tag.import': 'Import',
  'docs.tag.backup': 'Backup',
  'docs.tag.site': 'Site',
  'docs.tag.account': 'Account',
  'docs.tag.people': 'People',
  'docs.tag.audit': 'Audit log',
  'docs.tag.status': 'Status',
  'docs.access.anyone': 'Open to everyone',
  'docs.access.guest': 'API token or login; neither if the site lets visitors create links',
  'docs.access.token': 'API token or login',
  'docs.access.login': 'Login only',
  'docs.methods': '{{methods}}: all work the same',
  'docs.fields': 'Fields',
  'docs.fields.none': 'No fields.',
  'docs.required': 'required',
  'docs.default': 'default {{value}}',
  'docs.unset': 'Not sent',
  'docs.type.text': 'text',
  'docs.type.text.max': 'text, at most {{max}} characters',
  'docs.type.number': 'whole number',
  'docs.type.number.min': 'whole number, {{min}} or more',
  'docs.type.number.range': 'whole number, {{min}} to {{max}}',
  'docs.type.list': 'list, comma-separated',
  'docs.type.choice': 'one of',
  'docs.type.file': 'file',
  'docs.send': 'Send',
  'docs.sending': 'Sending…',
  'docs.request': 'Request',
  'docs.response': 'Response',
  'docs.response.status': 'HTTP {{status}} · {{ms}} ms',
  'docs.success': 'Success',
  'docs.success.file': 'A file: {{types}}',
  'docs.success.events':
    'Events (`text/event-stream`) as they happen, until you close the connection. Try the request above in a shell.',
  'docs.copy': 'Copy',
  'docs.copy.of': 'Copy: {{what}}',
} as const;

export type DocsTextKey = keyof typeof docsTexts;
