export const texts = {
  'token.loading': 'Loading the API token…',
  'token.note.use':
    'With an API token, your own programs can create, find, change and delete links without your password.',
  'token.note.one':
    'There is one token, and it never expires. When you change it, the old one stops working at once.',
  'token.note.docs': 'For every call, with examples, see the',
  'token.yours': 'Your token',
  'token.show': 'Show token',
  'token.hide': 'Hide token',
  'token.copy': 'Copy token',
  'token.empty.title': 'No API token yet',
  'token.empty.text': 'Create one to use Brisk from your own programs.',
  'token.create': 'Create token',
  'token.creating': 'Creating…',
  'token.created': 'API token created',
  'token.change': 'Change token',
  'token.changing': 'Changing…',
  'token.change.title': 'Change the API token?',
  'token.change.text':
    'Programs that use the current token stop working until you give them the new one.',
  'token.changed': 'API token changed',
  'token.get.failed': 'Failed to get the token',
  'token.create.failed': 'Failed to create the token',
  'token.change.failed': 'Failed to change the token',
  'token.example': 'Create a short link with cURL',
  'token.example.copy': 'Copy code',
  'token.example.help': 'The copied code contains your real token.',
} as const satisfies Record<string, string>;
