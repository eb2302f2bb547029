import { z } from 'zod';
import { normalizeHost } from './domain-name.ts';
import { webUrl } from './fields.ts';
import { defineGet, definePost, readsLinks } from './route.ts';

export const DOMAINS_MAX = 200;

const host = z
  .string()
  .max(300)
  .refine((text) => normalizeHost(text) !== null, 'A name like go.example.com, without a path')
  .overwrite((text) => normalizeHost(text) ?? text);

const url = z.union([z.literal(''), webUrl]).optional();

export const LOOPS_MAX = 100;

export const domain = z.object({
  host: z.string(),
  home_url: z.string().describe('Where the host itself leads; empty = a page'),
  not_found_url: z.string().describe('Where its unknown codes lead; empty = a page'),
});
export type Domain = z.output<typeof domain>;

const listedDomain = domain.extend({ links: z.int() });
export type ListedDomain = z.output<typeof listedDomain>;

const loops = {
  loops: z
    .array(z.object({ id: z.int(), short_url: z.string() }))
    .describe('Links that would lead back to the site, at most 100'),
  loops_total: z.int().describe('Number of links that would lead back to the site'),
};
const addedDomain = domain.extend(loops);
export type AddedDomain = z.output<typeof addedDomain>;
export type Loops = Pick<AddedDomain, keyof typeof loops>;

export const listDomains = defineGet('/api/domains', {
  ...readsLinks,
  summary: 'List the further domains of the site; only their names without the right `domains`',
  reply: z.array(listedDomain),
});

const forDomains = { needs: 'domains', scope: 'domains:write' } as const;

export const addDomain = definePost('/api/domains/add', {
  ...forDomains,
  summary: 'Add a domain that has its own codes',
  request: z.object({ host }),
  reply: addedDomain,
});

export const setDomain = definePost('/api/domains/set', {
  ...forDomains,
  summary: 'Set where a domain and its unknown codes lead; omitted fields stay as they are',
  request: z.object({ host, home_url: url, not_found_url: url }),
  emptyable: ['home_url', 'not_found_url'],
  reply: domain,
});

export const deleteDomain = definePost('/api/domains/delete', {
  ...forDomains,
  summary: 'Delete a domain without links',
  request: z.object({ host }),
  reply: z.object({}),
});

export const domainStates = ['reached', 'other-site', 'private', 'no-address', 'failed'] as const;
export type DomainState = (typeof domainStates)[number];

export const checkDomain = definePost('/api/domains/check', {
  ...forDomains,
  summary: 'Check whether a domain reaches this site',
  request: z.object({ host }),
  reply: z.object({
    https: z.enum(domainStates),
    http: z.enum(domainStates),
    reason: z.string().describe('Details of a failure, in English; empty = none'),
  }),
});

export const askDomain = defineGet('/api/domains/ask', {
  needs: 'own',
  scope: 'links:read',
  isOpenLocally: true,
  summary:
    'Ask whether a host belongs to the site, for a proxy that obtains certificates: from the same machine, or with a token',
  request: z.object({ domain: z.string().max(300) }),
  reply: z.object({}),
});
