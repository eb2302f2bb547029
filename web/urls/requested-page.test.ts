import { expect, test } from 'bun:test';
import { readRequestedPage } from './requested-page.ts';
import { sessionValues } from '../storage.ts';

test.each(['/admin', '/admin/token?seen=here', '/admin?page=2', '/admin#top'])(
  'the login leads to the page of the admin area that was requested: %s',
  (path) => {
    sessionValues.set('asked_page', path);
    expect(readRequestedPage()).toBe(path);
  },
);

test.each([
  'https://evil.example/',
  '//evil.example/admin',
  '/\\evil.example',
  'javascript:alert(1)',
  '/adminevil',
  '/docs',
])('a manipulated address cannot change where the login leads: %s', (path) => {
  sessionValues.set('asked_page', path);
  expect(readRequestedPage()).toBeNull();
});
