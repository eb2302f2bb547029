import { expect, test } from 'bun:test';
import { writeUploader } from './uploader-file.ts';

test('the file for ShareX shortens a URL on this site with the token', () => {
  const file = writeUploader(new URL('https://go.example:8443/admin/token'), 'sk-1');
  expect(JSON.parse(file)).toEqual({
    Version: '16.1.0',
    Name: 'go.example:8443',
    DestinationType: 'URLShortener',
    RequestMethod: 'POST',
    RequestURL: 'https://go.example:8443/api/shorten_url',
    Headers: { Authorization: 'Bearer sk-1' },
    Body: 'JSON',
    Data: '{"long_url": "{input}"}',
    URL: '{json:data.short_link}',
    ErrorMessage: '{json:msg}',
  });
});

test('what ShareX sends with a URL is JSON that the site takes', () => {
  const { Data } = JSON.parse(writeUploader(new URL('https://go.example/'), 'sk-1')) as {
    Data: string;
  };
  const url = 'https://example.com/?a=1';
  expect(JSON.parse(Data.replace('{input}', url))).toEqual({ long_url: url });
});
