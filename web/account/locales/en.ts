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

  'factors.title': 'Second factor',
  'factors.text':
    'With a second factor, your password alone opens nothing. An authenticator app on your phone shows codes; a passkey is kept by your device.',
  'factors.loading': 'Loading…',
  'factors.load.failed': 'The second factors could not be loaded',
  'factors.failed': 'The second factor could not be changed',
  'factors.app': 'Authenticator app',
  'factors.app.add': 'Add authenticator app',
  'factors.app.scan': 'Scan this with your authenticator app, then enter the code that it shows.',
  'factors.app.type': 'Can’t scan it? Type this key into the app:',
  'factors.app.qr': 'QR code for your authenticator app',
  'factors.app.submit': 'Turn on',
  'factors.app.trick':
    'Pages and programs that have no field for the code log in too: type your password, a space, and the code.',
  'factors.passkey': 'Passkey',
  'factors.passkey.add': 'Add passkey',
  'factors.added': 'Second factor added',
  'factors.added.at': 'Added',
  'factors.used.at': 'Used',
  'factors.now': 'just now',
  'factors.elsewhere': 'Works only at {{host}}.',
  'factors.remove': 'Remove',
  'factors.remove.of': 'Remove {{name}}',
  'factors.remove.title': 'Remove {{name}}?',
  'factors.remove.text':
    'Your other logins end. Without any second factor, your password alone logs in.',
  'factors.removed': 'Second factor removed',
  'factors.codes.left_one': '{{shown}} recovery code left',
  'factors.codes.left_other': '{{shown}} recovery codes left',
  'factors.codes.renew': 'Make new recovery codes',
  'factors.codes.renew.text': 'The old codes stop working at once, and your other logins end.',
  'factors.codes.made': 'New recovery codes made',
  'factors.codes.title': 'Your recovery codes',
  'factors.codes.text':
    'Keep these where you keep important papers. Each logs you in once if you lose your second factor. They are not shown again.',
  'factors.codes.copy': 'Copy all',
  'factors.codes.copied': 'Copied',
  'factors.codes.copy.failed': 'The codes could not be copied. Select and copy them yourself.',
  'factors.codes.save': 'Save as a file',
  'factors.codes.done': 'I have saved them',

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
