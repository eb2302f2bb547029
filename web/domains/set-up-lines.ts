const ADDRESS = 'YOUR_SERVER_ADDRESS';

/** The line of a zone file that leads `host` to the server of `main`. */
export function writeDnsRecord(host: string, main: string): string {
  if (main.startsWith('[')) return `${host}. AAAA ${main.slice(1, -1)}`;
  if (/^[\d.]+$/.test(main)) return `${host}. A ${main}`;
  return main.includes('.') ? `${host}. CNAME ${main}.` : `${host}. A ${ADDRESS}`;
}

/** `port` is that of Brisk. */
export function writeCaddyBlock(host: string, port: number): string {
  return `${host} {\n\treverse_proxy 127.0.0.1:${port}\n}`;
}

/** One line for all hosts of the site. */
export function writeServerName(main: string, hosts: readonly string[]): string {
  return `server_name ${[main, ...hosts].join(' ')};`;
}
