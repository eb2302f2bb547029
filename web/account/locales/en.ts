export const texts = {
  'account.load.failed': 'The account could not be loaded',
  'account.loading': 'Loading the account…',
  'account.language': 'Language',
  'account.language.none': 'None chosen',
  'account.language.help': 'A browser in which none was chosen takes it when you log in.',
  'account.password': 'Current password',
  'account.password.help': 'Needed for each change. You stay logged in, and the API token stays.',
  'account.save': 'Save changes',
  'account.saving': 'Saving…',
  'account.done': 'Account changed',
  'account.failed': 'The account could not be changed',

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
  'sharex.title': 'ShareX (Windows)',
  'sharex.help':
    'Open the file to let ShareX shorten URLs with this site. It contains your real token: keep it private.',
  'sharex.save': 'Download brisk.sxcu',
  'shortcut.title': 'Shortcut on iPhone, iPad and Mac',
  'shortcut.help':
    'Shortens the open page from the share menu. Set it up once in the Shortcuts app:',
  'shortcut.new':
    'Create a shortcut. In its details, turn on “Show in Share Sheet”, and let it receive only URLs.',
  'shortcut.request':
    'Add the action “Get Contents of URL” with {{url}}, and choose the method POST.',
  'shortcut.header':
    'Under Headers, add the key Authorization with the text “Bearer”, a space, and your token.',
  'shortcut.body': 'As Request Body, choose JSON.',
  'shortcut.data':
    'Add a text field with the key long_url, and choose Shortcut Input as its value.',
  'shortcut.link':
    'Add “Get Dictionary Value” for the key data.short_link. It reads the short link from the answer.',
  'shortcut.copy':
    'Add “Copy to Clipboard”. A “Show Notification” after it confirms that it worked.',

  'bookmarklet.title': 'Bookmarklet',
  'bookmarklet.help':
    'Drag this bookmark to your browser’s bookmarks bar. Click it on any page to open the Add dialog with that page’s address and title filled in.',
  'bookmarklet.name': 'Shorten with {{title}}',
  'bookmarklet.drag': 'Drag it to your bookmarks bar, or copy its code into a bookmark',
  'bookmarklet.copy': 'Copy bookmarklet code',
} as const satisfies Record<string, string>;
