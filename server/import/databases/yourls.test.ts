import { expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { readSource } from '../../../tests/support/source-links.ts';

const time = Date.UTC(2020, 0, 2, 3, 4, 5) / 1000;

const columns = `keyword varchar(100) NOT NULL, url text NOT NULL, title text, timestamp timestamp
  NOT NULL, ip varchar(41) NOT NULL, clicks int unsigned NOT NULL, PRIMARY KEY (keyword)`;
const logColumns = `click_id int NOT NULL, click_time datetime, shorturl varchar(100), referrer text,
  user_agent text, ip_address varchar(41), country_code char(2), KEY shorturl (shorturl)`;

const dumps: readonly (readonly [title: string, dump: string])[] = [
  [
    'mysqldump',
    `-- MySQL dump 10.13  Distrib 8.0.36
/*!40101 SET NAMES utf8mb4 */;
/*!50503 SET character_set_client = utf8mb4 */;
DROP TABLE IF EXISTS \`yourls_log\`;
CREATE TABLE \`yourls_log\` (
  ${logColumns}
) ENGINE=InnoDB;
LOCK TABLES \`yourls_log\` WRITE;
/*!40000 ALTER TABLE \`yourls_log\` DISABLE KEYS */;
INSERT INTO \`yourls_log\` VALUES (1,'2020-05-06 07:08:09','AbC','direct','Agent/1','192.0.2.1','DE'),
(2,'2020-05-06 07:08:10','AbC','https://ref.example/a,b','','192.0.2.2','');
UNLOCK TABLES;
CREATE TABLE \`yourls_url\` (
  ${columns}
);
INSERT INTO \`yourls_url\` VALUES
('AbC','https://example.com/1','It\\'s; a \\"title\\"\\n(two), lines','2020-01-02 03:04:05','192.0.2.1',7),
('中文','https://example.com/2','','2020-01-02 03:04:05','',0);
`,
  ],
  [
    'mariadb-dump --complete-insert --hex-blob',
    `/*M!999999\\- enable the sandbox mode */
-- MariaDB dump 10.19
/*!40101 SET NAMES utf8mb4 */;
REPLACE  INTO \`yourls_log\` (\`click_id\`, \`click_time\`, \`shorturl\`, \`referrer\`, \`user_agent\`, \`ip_address\`, \`country_code\`) VALUES (1,'2020-05-06 07:08:09',0x416243,'direct',_binary 'Agent/1','192.0.2.1','DE');
INSERT IGNORE INTO \`yourls_log\` (\`click_id\`, \`click_time\`, \`shorturl\`, \`referrer\`, \`user_agent\`, \`ip_address\`, \`country_code\`) VALUES (2,'2020-05-06 07:08:10','AbC','https://ref.example/a,b','','192.0.2.2',NULL),(3,'2020-05-06 07:08:10','','','','','') ON DUPLICATE KEY UPDATE click_id=1;
INSERT INTO \`yourls_url\` (\`clicks\`, \`keyword\`, \`url\`, \`title\`, \`timestamp\`, \`ip\`) VALUES (7,0x416243,'https://example.com/1',x'497427733b206120227469746c65220a2874776f292c206c696e6573','2020-01-02 03:04:05','192.0.2.1'),(0,'中文','https://example.com/2',NULL,'2020-01-02 03:04:05','');
`,
  ],
  [
    'phpMyAdmin',
    `-- phpMyAdmin SQL Dump
-- version 5.2.1
SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";
START TRANSACTION;
# another comment; with a semicolon and a quote '
CREATE TABLE \`log\` (
  ${logColumns}
);
INSERT INTO \`log\` (\`click_id\`, \`click_time\`, \`shorturl\`, \`referrer\`, \`user_agent\`, \`ip_address\`, \`country_code\`) VALUES
(1, '2020-05-06 07:08:09', 'AbC', 'direct', 'Agent/1', '192.0.2.1', 'de');
INSERT INTO \`log\` (\`click_id\`, \`click_time\`, \`shorturl\`, \`referrer\`, \`user_agent\`, \`ip_address\`, \`country_code\`) VALUES
(2, '2020-05-06 07:08:10', 'AbC', 'https://ref.example/a,b', '', '192.0.2.2', '');
DELIMITER $$
CREATE TRIGGER \`t\` BEFORE INSERT ON \`log\` FOR EACH ROW BEGIN
INSERT INTO url VALUES ('evil','https://evil.example/','','2020-01-02 03:04:05','',0);
END
$$
DELIMITER ;
CREATE TABLE \`url\` (
  ${columns}
);
INSERT INTO \`url\` (\`keyword\`, \`url\`, \`title\`, \`timestamp\`, \`ip\`, \`clicks\`) VALUES
('AbC', 'https://example.com/1', 'It''s; a "title"\\r\\n(two), lines', '2020-01-02 03:04:05', '192.0.2.1', '7'),
('中文', 'https://example.com/2', '', '2020-01-02 03:04:05', '', '0');
COMMIT;
`,
  ],
  [
    'Adminer, with a prefix that ends in no line and the name of the database',
    `-- Adminer 4.8.1 MySQL 8.0 dump
USE \`sites\`;
CREATE TABLE \`shorturl\` (
  ${columns}
);
INSERT INTO \`shorturl\` (\`keyword\`, \`url\`, \`title\`, \`timestamp\`, \`ip\`, \`clicks\`) VALUES
('AbC',\t'https://example.com/1',\t'It\\'s; a \\"title\\"\\n(two), lines',\t'2020-01-02 03:04:05',\t'192.0.2.1',\t7),
('中文',\t'https://example.com/2',\t'',\t'2020-01-02 03:04:05',\t'',\t0);
INSERT INTO sites.shortlog (click_id, click_time, shorturl, referrer, user_agent, ip_address, country_code)
VALUES (1,'2020-05-06 07:08:09','AbC','direct','Agent/1','192.0.2.1','DE'),
(2,'2020-05-06 07:08:10','AbC','https://ref.example/a,b',NULL,'192.0.2.2',NULL)`,
  ],
];

const links = [
  {
    short_url: 'AbC',
    long_url: 'https://example.com/1',
    title: 'It\'s; a "title" (two), lines',
    clicks: 7,
    created_at: time,
    ip: '192.0.2.1',
  },
  { short_url: '中文', long_url: 'https://example.com/2', title: '', clicks: 0, ip: '' },
];

const clickTime = Date.UTC(2020, 4, 6, 7, 8, 9) / 1000;
const visits = [
  { code: 'AbC', time: clickTime, count: 1, userAgent: 'Agent/1', country: 'DE' },
  {
    code: 'AbC',
    time: clickTime + 1,
    count: 1,
    referrer: 'https://ref.example/a,b',
    country: 'AT',
  },
];

const findCountry = (address: string): string => (address === '192.0.2.2' ? 'AT' : '');

test.each(dumps)('links and visits come from a dump of %s', async (_, dump) => {
  for (const content of [dump, gzipSync(dump), dump.replaceAll('\n', '\r\n')]) {
    const read = await readSource(content, { findCountry });
    expect(read.source).toBe('yourls');
    expect(read.links).toMatchObject(links);
    expect(read.links).toHaveLength(links.length);
    expect(read.visits).toEqual(visits);
  }
});

test('a prefix does not hide the table', async () => {
  const { links: found } = await readSource(dumps[0]![1].replaceAll('yourls_', 'url_log_url_'));
  expect(found).toMatchObject(links);
});

test('times of visits are in the zone of the server', async () => {
  const { visits: found } = await readSource(dumps[0]![1], { timeZone: 'Asia/Shanghai' });
  expect(found.map(({ time: at }) => at)).toEqual([clickTime - 28_800, clickTime - 28_799]);
});

test('PowerShell writes UTF-16, and others a byte order mark', async () => {
  const utf16 = Buffer.from(`\ufeff${dumps[0]![1]}`, 'utf16le');
  for (const content of [utf16, `\ufeff${dumps[0]![1]}`]) {
    expect((await readSource(content)).links).toMatchObject(links);
  }
});

test('a dump in latin1 is decoded, and one in GBK refused', async () => {
  const insert = `CREATE TABLE yourls_url (${columns});
INSERT INTO yourls_url VALUES ('a','https://example.com/','Gr\u00fc\u00dfe','2020-01-02 03:04:05','',1);`;
  const latin1 = Buffer.from(`/*!40101 SET NAMES latin1 */;\n${insert}`, 'latin1');
  expect((await readSource(latin1)).links).toMatchObject([{ title: 'Gr\u00fc\u00dfe' }]);
  const gbk = readSource(`/*!40101 SET NAMES gbk */;\n${insert}`);
  expect(gbk).rejects.toMatchObject({ problem: 'import.unknown' });
});

function writeSite(prefix: string, code: string): string {
  return `CREATE TABLE ${prefix}url (${columns});
CREATE TABLE ${prefix}log (${logColumns});
INSERT INTO ${prefix}url VALUES ('${code}','https://example.com/','','2020-01-02 03:04:05','',1);
INSERT INTO ${prefix}log VALUES (1,'2020-05-06 07:08:09','${code}','','','','');
`;
}

test('several sites of a database come in together, and each keeps its own log', async () => {
  const read = await readSource(writeSite('one_', 'a') + writeSite('two_', 'b'));
  expect(read.links).toMatchObject([{ short_url: 'a' }, { short_url: 'b' }]);
  expect(read.visits.map(({ code }) => code)).toEqual(['a', 'b']);
});

test('a table without columns is refused by its name', async () => {
  const dump = "INSERT INTO `yourls_url` VALUES ('a','https://example.com/','','2020-01-02','',1);";
  const refused = await readSource(dump).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    problem: 'import.unknown',
    details: { reason: expect.stringContaining('the columns of yourls_url') as string },
  });
});
