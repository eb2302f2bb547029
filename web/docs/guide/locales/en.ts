/** A line of a text is a paragraph; one that starts with `- ` is an item of a list. */
export const texts = {
  'guide.title': 'Guide',
  'guide.reference': 'API docs',
  'guide.contents': 'Contents',
  'guide.start': 'First steps',
  'guide.start.text': `Brisk makes short links on your own server. A short link is your host and a code, such as \`go.example.com/sale\`. It leads to a long URL, the target.
On the home page, paste a long URL and press “Create short link”. In the admin area, press “Add link” for a link with a code, tags and an expiration of your own.
- Copy the short link, or save its QR code.
- Open the link’s page to see its clicks and to change where it leads.
- A plus behind a short link, \`go.example.com/sale+\`, shows where it leads without going there.
A short link stays when you change its target. Printed codes go on working.`,
  'guide.links': 'The list of links',
  'guide.links.text': `The list shows your links, newest first. The row leads to the link’s page; the short link itself copies on a click.
- **Add** takes a long URL. Everything else has a default: a random code, no expiration, the title of the page.
- **Search** finds text in the field that you choose beside it. Below the results, the page says how many other links contain the text elsewhere.
- **Filters** narrow the list by tag, state and domain. A link must match all of them. You can save a filter as a view.
- **Sort** changes the order.
- **Export these links** saves what the list shows; selected links can be exported, too.
- **Select** links to tag, switch, edit, print or delete many at once. A bulk edit shows what would change before it changes anything, and can be undone for 24 hours.
- **Add many links**, in the dialog of “Add link”, takes one URL per line, or columns copied from a spreadsheet. A preview says what becomes of each row before anything is added.
- **Tags** in the menu lists all tags with their links and clicks. There you rename a tag, give it a color, merge it into another one or delete it. The links stay.
Press \`?\` on the keyboard for the shortcuts, and \`Ctrl+K\` to go anywhere.`,
  'guide.link': 'Settings of a link',
  'guide.link.text': `What is set stands open; “More options” has the rest.
- **Address**: the target, the code, and the switch that turns the link off. A former code stops working when you change it.
- **Where it leads**: rules send some visitors elsewhere. The first rule that fits decides. A preset begins a usual case: iPhone and Android, languages, countries, an A/B test, or office hours.
- **Schedule and limits**: when the link starts and ends, how many visits it takes, and where it leads after that. Without a fallback URL, visitors see a page that says so.
- **Password**: visitors enter it before they are redirected. Once it is saved, nobody can read it.
- **Social preview**: title, text and image that chat programs show.
- **In apps**: asks visitors to leave a browser inside an app, such as WeChat, where the target doesn’t work.
- **Try a visit** tells where a visitor would get, and why. It counts no click.
The history has each change, and who made it. One press reverts it.`,
  'guide.bin': 'Bin',
  'guide.bin.text': `A deleted link stops working at once and stays in the bin for 30 days, with its clicks.
- **Restore** brings it back as it was.
- **Delete for good** and **Empty bin** can’t be undone. The clicks go, too.
While a link is in the bin, its code stays taken: a printed code must not lead to another place by accident.`,
  'guide.statistics': 'Statistics',
  'guide.statistics.text': `In the list of links and on the page of tags, “Clicks” are all clicks: also those of bots, the previews of chat programs and imported ones. Statistics show clicks of people; choose “All clicks” to see the others.
- The chart shows the period that you choose. Press an entry of a list to look at this part alone. A chip above the chart then names the filter; press the chip to remove it.
- Beside the period, choose what to compare with: the period before, or a year ago. The statistics of all links have a choice of tags and domains there, too.
- “Side by side” shows two to five links, tags or sources in one chart. Links that you select in the list get there by “Statistics”.
- The arrow beside a channel opens its sources. Their shares are of all clicks, like those of the channels.
- Visitors are counted once a day. Nobody can follow a visitor from one day to the next, because the key for it changes each day.
- New clicks are in the counts after a few minutes; the page says how many wait.
- “Imported” clicks came with a link from another program. They have a number and no details.
- A scan of the QR code that Brisk draws counts as a scan.
Export saves what you see as a file; the button at a list saves this list alone.`,
  'guide.domains': 'Domains',
  'guide.domains.text': `Links can have further domains beside the main one. Each domain has its own codes: \`go.example/a\` and \`s.example/a\` are two links.
- Point the domain’s DNS record at this server. The page shows the record. DNS changes can take a few minutes.
- Add the domain, then check it. The page says what is still missing.
- The domain needs a certificate. With the Caddyfile that comes with Brisk, it comes by itself; for other proxies, the page shows the lines to copy.
For each domain you choose where its front page leads, and where visitors go when a short link doesn’t exist there. A domain with links can’t be deleted.`,
  'guide.import': 'Import and export',
  'guide.import.text': `Below “Where do you come from?”, choose the product that you come from. The page says how to get its file, what comes over, and what doesn’t.
- **The file** may be CSV, TSV, JSON, an SQL dump or an SQLite file, also gzipped, of up to 2 GB. The command \`brisk import\` on the server takes any size.
- **The check** reads the whole file and changes nothing. Each number opens its rows: new, already here, code taken, can’t come over, shortened.
- **Columns** of a table: say what each one holds. Brisk remembers it for the next file with the same columns.
- **Options**: the time zone of the file, a tag for every link, what to do with codes that are taken and with links of other domains. Check again after a change.
- **Import** starts with the button that names the number of links. You can leave the page meanwhile, and stop the import.
- **Undo** removes what the import brought, for 30 days, and puts replaced links back. Links that you edited since then stay.
Codes stay exactly as they were, so your printed links go on working. A link fails if Brisk can’t keep it as it was, for example because its password is of an unknown kind.
A JSON file of up to 10 MB can also be imported directly, without a check first.
The export as JSON has everything, and can be imported again. The one as CSV opens in a spreadsheet.`,
  'guide.settings': 'Site settings',
  'guide.settings.text': `- **Site**: title, keywords and description of the home page, and the time zone of your dates.
- **Custom HTML** stands above and below the public pages. The admin area and this guide never have it.
- **Visitors**: whether they may create links on the home page, and how many an hour.
- **Blocked browsers**: browsers and programs that get no redirect.
- **Avatar**: where the picture of your account comes from.
- **Statistics**: whether to keep details of clicks, whether to respect “Do Not Track”, and when to warn you.
- **Sign-in**: what a failed login says, how long passwords must be, when unused logins and API tokens end, how long the audit log is kept.
- **Apps made for other shorteners**: which ones may use this site. Enter its address in the app, and an API token as the key.
- **Backup** saves the whole site as a file. \`brisk restore\` reads it.
- **Status** says whether clicks are waiting or lost.
Nothing changes until you press “Save changes”.`,
  'guide.account': 'Account and login',
  'guide.account.text': `Open “Account” in the menu at the top right.
- User name, e-mail and language change with your current password. You stay logged in.
- A new password ends every other login. The API token ends, too, unless you keep it.
- A login lasts 30 days. After wrong passwords, the next attempt has to wait; the page tries again by itself.
- **Second factor**: an authenticator app shows codes, a passkey is kept by your device. Keep the recovery codes: each logs in once.
- **Logins** lists where you are logged in, and ends them.
- “Download your data” saves all that the site keeps of your account.
A password that is lost can be replaced on the server with the command \`brisk user reset\`.`,
  'guide.people': 'People and audit log',
  'guide.people.text': `“People” gives everyone a login of their own. Owners and administrators have the page.
- **Invite someone**: enter the e-mail address, choose a role, and pass the link on. No mail is sent. The link works once, within 7 days.
- **Roles**: an owner does everything. An administrator manages links, settings, domains and people below administrators. An editor changes all links. An author changes their own. A viewer changes nothing.
- Press a name to change the role, see and end logins, make a link for a new password, remove lost second factors, disable or delete the account. A changed role acts at once.
- A deleted account leaves its links to another account, to nobody, or to the bin.
- A **service** is an account for a program: it has API tokens and no login.
- **Give away** in the menu of a link’s page changes its owner. For many links, select them in the list and press “Edit”. Both can be undone.
- Site settings, “Sign-in”: an owner can ask everyone for a second factor. Until it is set up, nothing else opens.
- **Single sign-on**, under “Site settings”, lets people log in with the account of your organization. Groups there can give roles here; these are locked.
What is dangerous asks for your password or passkey when your login is older than 10 minutes.
The audit log says who did what, and when. It can be filtered, and saved as a file.`,
  'guide.api': 'API token',
  'guide.api.text': `With the API token, your own programs create, find, change and delete links. It never expires. When you change it, the old one stops working at once.
- Send it in the header \`Authorization: Bearer sk-…\`.
- The token can’t change settings, domains or the account; these need a login.
- **Named tokens** may do only what you tick, end by themselves, and can have a limit a minute. Each is shown once.
- The page has an example for the command line, a file for ShareX, the steps for Shortcuts on an iPhone, and a bookmark that shortens the open page.
- Apps made for YOURLS, Shlink, Kutt and other shorteners take a token as their key. “Site settings” says what to enter.
All calls are in the API docs.`,
} as const satisfies Record<string, string>;
