import { expect, test } from 'bun:test';
import { fc } from '../support/random.ts';
import {
  campaignFields,
  noCampaign,
  readCampaign,
  writeCampaign,
} from '../../web/links/campaign/campaign.ts';

/** Texts of any script, with every special character of a URL. */
const value = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.toWellFormed());
const campaign = fc.record(
  Object.fromEntries(campaignFields.map((field) => [field, value])) as Record<
    (typeof campaignFields)[number],
    typeof value
  >,
);

/** Parameters as typed: empty, repeated, without a value, with broken escapes. */
const foreign = fc
  .oneof(
    fc.constantFrom(
      '',
      'a',
      'a=',
      '=b',
      'a=1',
      'a=1',
      'q=%E5%A4%8F',
      'q=夏',
      'x=%zz',
      'p=a+b',
      '?',
    ),
    fc.constantFrom('utm_id=7', 'UTM_SOURCE=x', 'xutm_source=y', 'utm_source_platform=z'),
    fc.webQueryParameters().map((text) => text.replaceAll('&', '').replaceAll('utm_', '')),
  )
  .filter((text) => !text.includes('#'));
const own = fc.constantFrom('utm_source=a', 'utm_medium', 'utm%5Fterm=b+c', 'utm_source=%E4%B8');
const base = fc.constantFrom(
  'https://example.com',
  'https://example.com/',
  'example.com/path',
  'https://例子.测试/夏季',
  'https://example.com/a;b=c',
);
const fragment = fc.constantFrom('', '#', '#top', '#?utm_source=x&y', '#a#b');
const url = fc
  .tuple(
    base,
    fc.array(fc.oneof({ weight: 3, arbitrary: foreign }, own), { maxLength: 6 }),
    fragment,
  )
  .map(([before, parameters, end]) => ({
    before,
    parameters,
    end,
    text: before + (parameters.length === 0 ? '' : `?${parameters.join('&')}`) + end,
  }));

test('campaign tags written into a long URL are read back unchanged', () => {
  fc.assert(
    fc.property(url, campaign, ({ text }, tags) => {
      const written = writeCampaign(text, tags);
      expect(readCampaign(written)).toEqual(tags);
      expect(writeCampaign(written, tags)).toBe(written);
      // One field at a time, like typing.
      for (const field of campaignFields) {
        const changed = writeCampaign(text, { [field]: tags[field] });
        expect(readCampaign(changed)).toEqual({ ...readCampaign(text), [field]: tags[field] });
      }
    }),
    { numRuns: 1000 },
  );
});

function isOwn(parameter: string): boolean {
  const isNamed = /^utm(_|%5F)(source|medium|campaign|term|content)(=|$)/i.test(parameter);
  return isNamed && !parameter.startsWith('UTM');
}

test('other parameters stay as typed, in their order', () => {
  fc.assert(
    fc.property(url, campaign, ({ before, parameters, end, text }, tags) => {
      const written = writeCampaign(text, tags);
      expect(written.startsWith(before)).toBe(true);
      expect(written.endsWith(end)).toBe(true);
      const query = written.slice(before.length, written.length - end.length).replace(/^\?/, '');
      const kept = query.split('&').filter((parameter) => !isOwn(parameter));
      const wanted = parameters.filter((parameter) => !isOwn(parameter));
      // A single empty parameter does not count.
      expect(kept.join('&')).toBe(wanted.join('&'));
    }),
    { numRuns: 1000 },
  );
});

test('removing added campaign tags restores the long URL', () => {
  const plain = fc
    .tuple(base, fc.array(foreign, { maxLength: 6 }), fragment)
    .filter(([, parameters]) => parameters.join('&') !== '')
    .map(([before, parameters, end]) => `${before}?${parameters.join('&')}${end}`);
  fc.assert(
    fc.property(fc.oneof(plain, base), campaign, (text, tags) => {
      expect(writeCampaign(writeCampaign(text, tags), noCampaign)).toBe(text);
    }),
  );
});

test('a browser parses a long URL with campaign tags to the same URL', () => {
  const written = writeCampaign('https://example.com/a?b=1#top', {
    source: '夏季 促销&more',
    medium: 'e-mail',
  });
  expect(written).toBe(
    'https://example.com/a?b=1&utm_source=%E5%A4%8F%E5%AD%A3%20%E4%BF%83%E9%94%80%26more&utm_medium=e-mail#top',
  );
  expect(new URL(written).searchParams.get('utm_source')).toBe('夏季 促销&more');
});
