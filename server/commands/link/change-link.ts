import { formatShortLink } from '../../../contracts/links/domain-code.ts';
import { createLink, getLink, updateLink } from '../../../contracts/links/links.ts';
import { print, printMessage, readSecret, type ExitCode } from '../terminal.ts';
import { createdLink, linkAddress, printJson } from './answers.ts';
import {
  addOptions,
  editOptions,
  parseOptions,
  readTimeout,
  toFields,
  UsageError,
} from './link-options.ts';
import { parseAddress, type RemoteSite } from './remote-site.ts';
import { SiteClient } from './site-client.ts';

export async function addLink(args: readonly string[], open: () => RemoteSite): Promise<ExitCode> {
  const { values, positionals } = parseOptions(args, addOptions);
  const [url] = positionals;
  if (url === undefined || positionals.length > 1) throw new UsageError('"link add" needs one URL');
  const timeout = readTimeout(values);
  const fields = { long_url: url, ...toFields(values) };
  const site = open();
  const withPassword = await addPassword(fields, values['password-stdin']);
  const link = await new SiteClient(site, timeout).call(createLink, withPassword, createdLink);
  if (!link.is_new) printMessage('brisk: this link is already there and stays as it was');
  return values.json === true ? printJson(link) : print(`${formatShortLink(link, site.base)}\n`);
}

export async function editLink(args: readonly string[], open: () => RemoteSite): Promise<ExitCode> {
  const { values, positionals } = parseOptions(args, editOptions);
  const [code] = positionals;
  if (code === undefined || positionals.length > 1) {
    throw new UsageError('"link edit" needs one CODE');
  }
  const timeout = readTimeout(values);
  const fields = toFields(values);
  const readsPassword = values['password-stdin'] === true;
  if (Object.keys(fields).length === 0 && !readsPassword) {
    throw new UsageError('"link edit" needs something to change');
  }
  if (values.code === '' || values.url === '') {
    throw new UsageError('a code and a URL cannot be empty');
  }
  const site = open();
  const address = parseAddress(site, code);
  if (address === null) throw new UsageError(`"${code}" is no code and no short link`);
  const withPassword = await addPassword(fields, readsPassword);
  const client = new SiteClient(site, timeout);
  const { id } = await client.call(getLink, { ...address }, linkAddress);
  const link = await client.call(updateLink, { ...withPassword, id }, linkAddress);
  return values.json === true ? printJson(link) : print(`${formatShortLink(link, site.base)}\n`);
}

async function addPassword(
  fields: Readonly<Record<string, unknown>>,
  isRead: boolean | undefined,
): Promise<Record<string, unknown>> {
  if (isRead !== true) return fields;
  const password = await readSecret('Password: ');
  // A program that failed to give the password must not leave the link open.
  if (password === '') throw new Error('standard input has no password');
  return { ...fields, password };
}
