import { expect, test } from 'bun:test';
import { isRequestedByPrograms, isSiteFile } from './requested-by-programs.ts';

const siteFiles = [
  'favicon.ico',
  'favicon.png',
  'favicon-32x32.png',
  'apple-touch-icon.png',
  'apple-touch-icon-precomposed.png',
  'apple-touch-icon-120x120.png',
  'apple-touch-icon-152x152-precomposed.png',
  'apple-touch-icon',
  'Apple-Touch-Icon.PNG',
  'apple-app-site-association',
  'robots.txt',
  'manifest',
  'manifest.json',
  'manifest.webmanifest',
  'site.webmanifest',
  'manifest-v2',
  'browserconfig.xml',
  'mstile-150x150.png',
  'sitemap.xml',
  'sitemap_index.xml.gz',
  'ads.txt',
  'app-ads.txt',
  'security.txt',
  'humans.txt',
  'llms.txt',
  'crossdomain.xml',
  'sw.js',
  'service-worker.js',
  'opensearch.xml',
  '.well-known',
];

const scanned = [
  'index.php',
  'index.php5',
  'INDEX.PHP',
  'xmlrpc.php',
  'login.aspx',
  'a.jsp',
  'x.action',
  'x.cgi',
  'backup.zip',
  'backup.tar.gz',
  'backup.7z',
  'dump.sql',
  'config.yml',
  'main.js',
  'style.css',
  'photo.jpeg',
  'font.woff2',
  'song.mp3',
  '.env',
  '.env.local',
  '.git',
  '.DS_Store',
  '.git/config',
  '.vscode/sftp.json',
  'wp-admin',
  'wp-login.php',
  'wp-includes/wlwmanifest.xml',
  'WP-Content',
  'wordpress',
  'phpmyadmin',
  'phpMyAdmin-5.1',
  'cgi-bin',
  'HNAP1',
  'server-status',
  'actuator/health',
  'a/b',
  'id_rsa',
];

const codes = [
  'code',
  'sale',
  'summer-sale',
  'manifesto',
  'robotics',
  'security',
  'vendor',
  'robots',
  'wpa',
  'opensearch',
  'service-worker',
  'wpforms-sale',
  'admins',
  'php',
  'env',
  'git',
  'v1.2',
  'v2.10',
  'no.1',
  '1.5',
  'api-docs',
  'site',
  'ads',
  'a.a-very-long-ending',
  '短链',
  'café',
  '__proto__',
  'x'.repeat(64),
];

test.each([...siteFiles, ...scanned])('%s is requested by programs', (name) => {
  expect(isRequestedByPrograms(name)).toBeTrue();
});

test.each(codes)('%s may be a code', (name) => {
  expect([isRequestedByPrograms(name), isSiteFile(name)]).toEqual([false, false]);
});

test('names that only scanners request are no site files', () => {
  expect(scanned.filter(isSiteFile)).toEqual([]);
  expect(siteFiles.filter((name) => !isSiteFile(name))).toEqual([]);
});
