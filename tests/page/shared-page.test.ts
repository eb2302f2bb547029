import { expect, test } from 'bun:test';
import { readSharedPage } from '../../web/urls/shared-page.ts';

const url = 'https://example.com/a?b=c#d';

test.each([
  ['from a computer', { url, title: 'A page' }, { url, title: 'A page' }],
  ['from Android', { text: url, title: 'A page' }, { url, title: 'A page' }],
  ['with the name before the URL', { text: `A page ${url}` }, { url, title: 'A page' }],
  ['with the URL as its title', { title: url }, { url, title: '' }],
  [
    'with words around the URL',
    { text: '8 【春日】 http://xhslink.example/a/AbC123，复制本条信息！', title: '' },
    { url: 'http://xhslink.example/a/AbC123', title: '8 【春日】 ，复制本条信息！' },
  ],
  [
    'without a scheme',
    { text: 'xhslink.com/m/9Ab', title: 'x' },
    { url: 'https://xhslink.com/m/9Ab', title: 'x' },
  ],
  ['without a URL', { text: 'A thought', title: 'Note' }, { url: '', title: 'Note' }],
  ['that is no web page', { url: 'file:///etc/passwd' }, { url: '', title: '' }],
  ['of other types', { url: 7, text: null, title: [url] }, { url: '', title: '' }],
])('a page is shared %s', (_, shared, read) => {
  expect(readSharedPage(shared)).toEqual(read);
});
