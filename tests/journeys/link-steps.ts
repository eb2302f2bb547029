import { expect } from 'bun:test';
import { createLink, getLink, updateLink, type Link } from '../../contracts/links/links.ts';
import type { SetUpSite } from './set-up-site.ts';

const target = 'https://example.com/target';

/** Creates a link and expects success. The default target is a page of example.com. */
export async function create(site: SetUpSite, fields: object): Promise<Link> {
  const link = { long_url: target, title: 'x', ...fields };
  const { code, data } = await site.call(createLink, link, site.token);
  expect(code).toBe(200);
  return data as Link;
}

/** The link with a code. */
export async function get(site: SetUpSite, code: string): Promise<Link> {
  return (await site.call(getLink, { short_url: code }, site.token)).data as Link;
}

/** Changes a link and expects success. */
export async function update(site: SetUpSite, id: number, fields: object): Promise<Link> {
  const { code, data } = await site.call(updateLink, { id, ...fields }, site.token);
  expect(code).toBe(200);
  return data as Link;
}

/** Creates a link and then sets these fields, which may hold ends that have passed. */
export async function createThenSet(site: SetUpSite, fields: object, later: object): Promise<Link> {
  return update(site, (await create(site, fields)).id, later);
}
