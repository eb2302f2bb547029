export const texts = {
  'sso.denied': 'The login was cancelled at the provider.',
  'sso.over': 'The login took too long, or began in another browser. Try it again.',
  'sso.refused.no_account':
    'No account here belongs to you. Ask the administrator of this site for an invitation.',
  'sso.refused.role':
    'Your groups at the provider give you no role here. Ask the administrator of this site.',
  'sso.refused.domain': 'This site doesn’t accept your e-mail address.',
  'sso.refused.connect_first':
    'An account here has your e-mail address. Log in to it another way, and connect it on your account page.',
  'sso.refused.taken': 'This account at the provider already belongs to an account here.',
  'sso.refused.other_account': 'At the provider, you’re logged in as another person.',
  'sso.refused.only_way': 'You have no other way to log in. Add a passkey first.',
  'confirm.sso.text': 'You logged in a while ago. Log in again to go on.',

  'sso.connect.text': 'Connect your account with {{name}} to log in without your password.',
  'sso.connect': 'Connect with {{name}}',
  'sso.connected': 'Your account is connected',
  'sso.connected.text': 'Your account is connected with {{name}}.',
  'sso.disconnect': 'Disconnect',
  'sso.disconnect.title': 'Disconnect your account from {{name}}?',
  'sso.disconnect.text': 'From then on, log in with your password or a passkey.',
  'sso.disconnected': 'Your account is disconnected',
  'sso.confirmed': 'Confirmed. You can go on now.',
} as const satisfies Record<string, string>;
