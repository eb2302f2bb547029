import type { ExportedLink } from '../export.store.ts';
import type { ProgramFormat } from './program-format.ts';

const KEYWORD_MAX = 100; // characters of the column

const escapes: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\n': '\\n',
  '\r': '\\r',
  "'": "\\'",
  '\\': '\\\\',
};

function quoteSql(text: string): string {
  return `'${text.replaceAll(/[\0\n\r'\\]/g, (sign) => escapes[sign]!)}'`;
}

export const yourlsSql: ProgramFormat = {
  begin: `-- Links of a Brisk site for YOURLS: code, target, title, date, address of the creator, clicks.
-- Left out: links with a password, expiration, start, limit of visits or rules, links switched off,
-- of further domains, and with codes of more than ${KEYWORD_MAX} characters. Not in here: descriptions, notes, tags,
-- forwarding, statistics. Codes with other signs than YOURLS_URL_CONVERT allows need a plugin there.
SET NAMES utf8mb4;
SET time_zone = '+00:00';
SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO';
CREATE TABLE IF NOT EXISTS \`yourls_url\` (
  \`keyword\` varchar(${KEYWORD_MAX}) COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  \`url\` text COLLATE utf8mb4_bin NOT NULL,
  \`title\` text COLLATE utf8mb4_unicode_ci,
  \`timestamp\` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  \`ip\` varchar(41) COLLATE utf8mb4_unicode_ci NOT NULL DEFAULT '',
  \`clicks\` int(10) unsigned NOT NULL DEFAULT 0,
  PRIMARY KEY (\`keyword\`)
) DEFAULT CHARSET=utf8mb4;
`,
  end: '',
  write(link) {
    if (link.short_url.length > KEYWORD_MAX) return null;
    const date = new Date(link.created_at * 1000).toISOString().slice(0, 19).replace('T', ' ');
    const texts = [link.short_url, link.long_url, link.title, date, link.ip].map(quoteSql);
    return `(${texts.join(', ')}, ${link.clicks})`;
  },
  join: (written) =>
    `INSERT IGNORE INTO \`yourls_url\` (\`keyword\`, \`url\`, \`title\`, \`timestamp\`, \`ip\`, \`clicks\`) VALUES\n${written.join(',\n')};\n`,
};

/** For the command `short-url:import csv`: a program reads it, so formulas are not disarmed. */
export const shlinkCsv: ProgramFormat = {
  begin: 'Long URL,Short code,Domain,Title,Tags\r\n',
  end: '',
  hasDomains: true,
  write: ({ long_url: longUrl, short_url: code, domain, title, tags }: ExportedLink) =>
    `${[longUrl, code, domain, title, tags.map((tag) => tag.replaceAll('|', ' ')).join('|')].map(quoteCell).join(',')}\r\n`,
};

function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
