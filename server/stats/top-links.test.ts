import { expect, test } from 'bun:test';
import { decodeTopLinks } from '../../tests/top-links.ts';
import { encodeTopLinks, TopLinks } from './top-links.ts';

test('of many links the thousand with most people are kept, most first', () => {
  const links = new TopLinks(1000);
  for (let linkId = 1; linkId <= 20_000; linkId += 1) links.add(linkId, (linkId * 7919) % 20_011);
  links.add(30_000, 0);
  const people = Array.from({ length: 20_000 }, (_, index) => ((index + 1) * 7919) % 20_011);
  const most = people.sort((a, b) => b - a).slice(0, 1000);
  expect(links.list().map((link) => link.people)).toEqual(most);
});

test('links are read as they were written', () => {
  const links = [
    { linkId: 2 ** 40 + 5, people: 300 },
    { linkId: 127, people: 128 },
    { linkId: 1, people: 1 },
  ];
  expect(decodeTopLinks(encodeTopLinks(links))).toEqual(links);
  expect(decodeTopLinks(encodeTopLinks([]))).toEqual([]);
});
