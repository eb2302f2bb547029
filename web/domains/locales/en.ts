export const texts = {
  'domains.about':
    'Each domain has its own short links: {{main}}/a and {{host}}/a are two links. The pages of this site stay on {{main}}.',
  'domains.empty': 'No additional domains yet',
  'domains.empty.text':
    'An additional domain, such as go.example.com, has short links of its own beside those of {{main}}. Add it here, point its DNS record at this server, and choose it when you add a link.',
  'domains.loading': 'Loading domains',
  'domains.failed': 'The domains could not be loaded',

  'domains.add': 'Add domain',
  'domains.adding': 'Adding…',
  'domains.added': 'Domain added',
  'domains.add.failed': 'The domain could not be added',
  'domains.host.help': 'A name like go.example.com',
  'domains.host.invalid': 'Enter a name like go.example.com, without a path or a port',

  'domains.loops_one':
    '{{shown}} link leads to {{host}}, so it now leads back to this site. Change its long URL ({{codes}}).',
  'domains.loops_other':
    '{{shown}} links lead to {{host}}, so they now lead back to this site. Change their long URLs ({{codes}}).',

  'domains.links.of': 'of {{host}}',

  'domains.check': 'Check',
  'domains.check.of': 'Check {{host}}',
  'domains.check.failed': 'The check failed',
  'domains.checking': 'Checking…',
  'domains.unchecked': 'Not checked yet',
  'domains.reached': 'Reaches this site',
  'domains.insecure': 'No HTTPS yet',
  'domains.insecure.advice':
    'A server answers by HTTP only: the proxy has no certificate for this name.',
  'domains.other': 'Another server answers',
  'domains.other.advice':
    'The DNS record points elsewhere, or the proxy does not pass this name to Brisk. A changed record can take hours.',
  'domains.private': 'Cannot be checked',
  'domains.private.advice': 'The name points to a private address, which Brisk does not call.',
  'domains.nowhere': 'No DNS record',
  'domains.nowhere.advice': 'Add the record below. DNS changes can take a few minutes.',
  'domains.unreached': 'Does not answer',
  'domains.unreached.advice': 'Check the DNS record, the firewall and the proxy.',

  'domains.setup': 'DNS and proxy',
  'domains.dns': 'DNS record',
  'domains.dns.help':
    'Where the provider allows no CNAME, set A and AAAA records with the addresses of {{main}}.',
  'domains.caddy.help':
    'The Caddyfile that comes with Brisk needs no block: it asks Brisk and obtains the certificate by itself.',
  'domains.nginx.help':
    'Replaces the line in both server blocks. The certificate needs this name, too.',
  'domains.copy.of': 'Copy for {{host}}: {{name}}',

  'domains.targets': 'Home page and unknown links',
  'domains.home': 'Home page',
  'domains.home.help':
    'Where visitors go when they open {{host}} itself. If empty, they get an error page.',
  'domains.missing': 'Unknown links',
  'domains.missing.help':
    'Where visitors go when a short link doesn’t exist on {{host}}. If empty, they get an error page.',
  'domains.save': 'Save',
  'domains.save.of': 'Save the pages of {{host}}',
  'domains.saving': 'Saving…',
  'domains.saved': 'Domain saved',
  'domains.save.failed': 'The domain could not be saved',

  'domains.delete': 'Delete',
  'domains.delete.of': 'Delete {{host}}',
  'domains.delete.title': 'Delete {{host}}?',
  'domains.delete.text':
    'While its DNS record points here, {{host}} then shows this site and its short links.',
  'domains.deleted': '{{host}} deleted',
  'domains.delete.failed': 'The domain could not be deleted',
  'domains.has.links_one': '{{host}} has {{shown}} link',
  'domains.has.links_other': '{{host}} has {{shown}} links',
  'domains.has.links.text':
    'Only a domain without links can be deleted. Delete the links, or move them to another domain.',
  'domains.show.links_one': 'Show the link',
  'domains.show.links_other': 'Show {{shown}} links',
  'domains.in.bin': '{{host}} has links in the bin',
  'domains.in.bin.text':
    'They could be restored. Delete them permanently, then the domain can be deleted.',
  'domains.show.bin': 'Open the bin',
};
