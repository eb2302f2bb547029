/** The form of custom uploaders: https://getsharex.com/docs/custom-uploader */
const VERSION = '16.1.0';

/** The file with which ShareX shortens URLs here. ShareX encodes `{input}` for JSON. */
export function writeUploader(site: URL | Location, token: string): string {
  const uploader = {
    Version: VERSION,
    Name: site.host,
    DestinationType: 'URLShortener',
    RequestMethod: 'POST',
    RequestURL: `${site.origin}/api/shorten_url`,
    Headers: { Authorization: `Bearer ${token}` },
    Body: 'JSON',
    Data: '{"long_url": "{input}"}',
    URL: '{json:data.short_link}',
    ErrorMessage: '{json:msg}',
  };
  return `${JSON.stringify(uploader, null, 2)}\n`;
}
