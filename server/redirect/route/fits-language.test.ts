import { expect, test } from 'bun:test';
import { fitsLanguage } from './fits-language.ts';

test.each([
  ['zh', 'zh-tw'],
  ['zh-TW', 'zh-hant'],
  ['zh-TW', 'zh-hant-tw'],
  ['zh-CN', 'zh-hans-cn'],
  ['zh-Hans-CN', 'zh-cn'],
  ['zh-Hant', 'zh-hk'],
  ['zh-Hant', 'zh-tw'],
  ['no', 'nb'],
  ['no', 'nn-no'],
  ['no', 'no'],
  ['nb', 'no'],
  ['iw', 'he'],
  ['he', 'iw-il'],
  ['in', 'id'],
  ['ro', 'mo-md'],
  ['sh', 'sr'],
  ['zh', 'cmn-hans-cn'],
  ['fil', 'tl-ph'],
  ['id', 'in-id'],
  ['en-GB', 'en-gb'],
  ['sr-Latn', 'sr-latn-rs'],
  ['ca-valencia', 'ca-es-valencia'],
])('a rule for %s fits a visitor with %s', (rule, visitor) => {
  expect(fitsLanguage(rule, visitor)).toBeTrue();
});

test.each([
  ['zh-TW', 'zh'],
  ['zh-TW', 'zh-hk'],
  ['zh-TW', 'zh-hans-tw'],
  ['zh-Hant', 'zh-cn'],
  ['nn', 'nb'],
  ['nn', 'no'],
  ['en-GB', 'en'],
  ['en-US', 'en'],
  ['zh-CN', 'zh'],
  ['en', 'eo'],
  ['en', ''],
  ['zh', 'z'],
  ['ca-valencia', 'ca'],
])('a rule for %s does not fit a visitor with %s', (rule, visitor) => {
  expect(fitsLanguage(rule, visitor)).toBeFalse();
});
