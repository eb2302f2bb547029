import { joinCode } from '../../../contracts/links/domain-code.ts';
import { foldCode } from '../../engine/texts/code-spellings.ts';
import type { ProgramFormat } from './program-format.ts';

const LEFT_OUT = `Redirects of a Brisk site: exact codes, with and without a slash at the end, status 302.
Left out: links with a password, expiration, start, limit of visits or rules, links switched off, of
further domains, and with what this file cannot hold. Not in here: titles, notes, tags, clicks,
forwarding of paths and queries, previews, other statuses.`;

function comment(text: string): string {
  return text.replaceAll(/^/gm, '# ');
}

const NGINX_WORD_MAX = 4000; // bytes; it reads no longer words

/**
 * nginx compares words of a map in any case, so spellings that others share are patterns. A dollar
 * sign begins a variable, and only a variable can hold one.
 */
export function nginxMap(sharedSpellings: ReadonlySet<string>): ProgramFormat {
  return {
    begin: `${comment(LEFT_OUT)}
# Include this file in the block "http", and nginx-site.conf in the block "server".
map_hash_bucket_size 2048;
map_hash_max_size 1048576;
geo $brisk_dollar { default "$"; }
map $uri $brisk_path { "~^(?<brisk_code>/.+?)/*$" $brisk_code; default $uri; }
map $brisk_path $brisk_target {
\tdefault "";
`,
    end: '}\n',
    write({ short_url: code, long_url: longUrl }) {
      const isShared = sharedSpellings.has(foldCode(joinCode('', code)));
      const key = isShared ? `~^/${escapePattern(code)}$` : `/${code}`;
      const words = [quoteWord(key), quoteWord(longUrl).replaceAll('$', '\u{24}{brisk_dollar}')];
      if (words.some((word) => Buffer.byteLength(word) > NGINX_WORD_MAX)) return null;
      return `\t${words.join(' ')};\n`;
    },
  };
}

export const NGINX_SITE = `# The redirects of nginx-map.conf.
location / {
\tif ($brisk_target = "") { return 404; }
\treturn 302 $brisk_target;
}
`;

/** A brace begins a placeholder, and only then are braces escaped. `{$` is replaced all the same. */
export const caddyfile: ProgramFormat = {
  begin: `${comment(LEFT_OUT)}
# Capitals count. Put the name of the site in place of :80.
:80 {
\tmap {path} {brisk_target} {
`,
  end: `\t\tdefault none
\t}
\troute {
\t\turi strip_suffix /
\t\t@known not vars {brisk_target} none
\t\tredir @known {brisk_target} 302
\t\trespond 404
\t}
}
`,
  write({ short_url: code, long_url: longUrl }) {
    const key = quoteCaddy(`/${code}`);
    const isEscaped = longUrl.includes('{');
    const target = quoteCaddy(isEscaped ? longUrl.replaceAll(/[{}]/g, '\\$&') : longUrl);
    return key === null || target === null ? null : `\t\t${key} ${target}\n`;
  },
};

function quoteCaddy(text: string): string | null {
  if (text.includes('{$')) return null;
  if (!text.includes('`')) return `\`${text}\``;
  return text.includes('\\') ? null : `"${text.replaceAll('"', '\\"')}"`;
}

/** Netlify, Cloudflare Pages and others. Stars and colons are patterns there. */
export const redirectsFile: ProgramFormat = {
  begin: `${comment(LEFT_OUT)}
# For Netlify, Cloudflare Pages and the like. Hosts limit the number of lines.
`,
  end: '',
  write({ short_url: code, long_url: longUrl }) {
    if (/[*:]/.test(code)) return null;
    return `/${encodeURI(code.toWellFormed())} ${longUrl} 302\n`;
  },
};

/** `$` and `%` begin references. Words end at blanks alone: quotes have no escape. */
export const htaccess: ProgramFormat = {
  begin: `${comment(LEFT_OUT)}
# Apache 2.4 with mod_rewrite. Capitals count.
RewriteEngine On
`,
  end: '',
  write({ short_url: code, long_url: longUrl }) {
    // Apache replaces `${` before it reads escapes, and would lose the last sign.
    if (/\$\{|[\\&]$/.test(longUrl)) return null;
    const pattern = escapePattern(code);
    const target = longUrl.replaceAll(/[\\$%]/g, '\\$&');
    return `RewriteRule ^${pattern}/?$ ${target} [R=302,L,NE,QSD]\n`;
  },
};

function quoteWord(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

function escapePattern(code: string): string {
  return code.replaceAll(/[^\w/\u{80}-\u{10ffff}]/gu, '\\$&');
}
