import { expect, test } from 'bun:test';
import type { Schema } from '../../contracts/openapi.ts';
import { describeApi } from '../../server/docs/openapi.ts';
import { descriptions, summaries } from '../../web/docs/locales/reference-zh.ts';

const api = describeApi('0');
const operations = Object.values(api.paths).flatMap((methods) => Object.values(methods));

test('every call has a Chinese name', () => {
  const ids = operations.map(({ operationId }) => operationId.replace(/ByPOST$/, ''));
  expect(Object.keys(summaries).toSorted()).toEqual([...new Set(ids)].toSorted());
});

test('every description of a field has a Chinese text', () => {
  const described = new Set<string>();
  const collect = ({ description, properties = {}, items, anyOf = [], oneOf = [] }: Schema) => {
    if (description !== undefined) described.add(description);
    for (const schema of [...Object.values(properties), ...anyOf, ...oneOf]) collect(schema);
    if (items !== undefined) collect(items);
  };
  for (const { parameters = [], requestBody, responses } of operations) {
    for (const { description, schema } of parameters) {
      collect(description === undefined ? schema : { ...schema, description });
    }
    const ok = responses['200'];
    const content = ok !== undefined && 'content' in ok ? (ok.content ?? {}) : {};
    for (const { schema } of Object.values({ ...requestBody?.content, ...content }))
      collect(schema);
  }
  const { Failure: _, HttpFailure: __, ...named } = api.components.schemas;
  for (const schema of Object.values(named)) collect(schema);
  expect([...described].filter((text) => descriptions[text] === undefined)).toEqual([]);
  expect(Object.keys(descriptions).filter((text) => !described.has(text))).toEqual([]);
});
