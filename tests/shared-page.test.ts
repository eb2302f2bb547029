import { expect, test } from 'bun:test';
import { readSharedPage } from '../web/shared-page.ts';

const url = 'https://example.com/a?b=c#d';

test.each([
  ['from a computer', { url, title: 'A page' }, { url, title: 'A page' }],
  ['from Android', { text: url, title: 'A page' }, { url, title: 'A page' }],
  ['with the name before the URL', { text: `A page ${url}` }, { url, title: 'A page' }],
  ['with the URL as its title', { title: url }, { url, title: '' }],
  ['without a URL', { text: 'A thought', title: 'Note' }, { url: '', title: 'Note' }],
  ['that is no web page', { url: 'file:///etc/passwd' }, { url: '', title: '' }],
  ['of other types', { url: 7, text: null, title: [url] }, { url: '', title: '' }],
])('a page is shared %s', (_, shared, read) => {
  expect(readSharedPage(shared)).toEqual(read);
});
