import { expect, test } from 'bun:test';
import { YourlsSite, type Fields } from './yourls-steps.ts';

const mediaTypes = {
  json: 'application/json',
  jsonp: 'application/javascript',
  xml: 'application/xml',
  simple: 'text/plain',
} as const;

interface Row {
  readonly fields: Fields;
  readonly status: number;
  readonly json: string;
  /** Within the root. */
  readonly xml: string;
  readonly simple: string;
}

const url = 'https://example.com/?a=1&b=2';
const wrong = { action: 'version', signature: 'wrong' };

const linkInJson =
  '{"shorturl":"http://HOST/mine","url":"https://example.com/?a=1&b=2","title":"Fish & <chips>","timestamp":"TIME","ip":"127.0.0.1","clicks":0}';
const linkInXml =
  '<shorturl>http://HOST/mine</shorturl><url>https://example.com/?a=1&amp;b=2</url><title>Fish &amp; &lt;chips&gt;</title><timestamp>TIME</timestamp><ip>127.0.0.1</ip><clicks>0</clicks>';
const noMembers = 'Need either XML or JSON format for stats';
const badCode = {
  status: 400,
  json: '{"status":"fail","code":"error:keyword","message":"Short URL mine already exists in database or is reserved","errorCode":"400","statusCode":"400"}',
  xml: '<status>fail</status><code>error:keyword</code><message>Short URL mine already exists in database or is reserved</message><errorCode>400</errorCode><statusCode>400</statusCode>',
  simple: '',
};
const badUrl = {
  status: 400,
  json: '{"status":"fail","code":"error:nourl","message":"Missing or malformed URL","errorCode":"400","statusCode":"400"}',
  xml: '<status>fail</status><code>error:nourl</code><message>Missing or malformed URL</message><errorCode>400</errorCode><statusCode>400</statusCode>',
  simple: '',
};
const unknownAction = {
  status: 400,
  json: String.raw`{"errorCode":"400","message":"Unknown or missing \"action\" parameter"}`,
  xml: '<errorCode>400</errorCode><message>Unknown or missing &quot;action&quot; parameter</message>',
  simple: 'Unknown or missing "action" parameter',
};
const noToken = {
  status: 403,
  json: '{"message":"Please log in","errorCode":"403","callback":""}',
  xml: '<message>Please log in</message><errorCode>403</errorCode><callback></callback>',
  simple: 'Please log in',
};
const noLogin = {
  status: 403,
  json: '{"message":"Invalid username or password","errorCode":"403","callback":""}',
  xml: '<message>Invalid username or password</message><errorCode>403</errorCode><callback></callback>',
  simple: 'Invalid username or password',
};

/** Calls in this order, the first on an empty site. Each has the token if it names no other. */
const rows: readonly Row[] = [
  {
    fields: { action: 'version' },
    status: 200,
    json: '{"version":"1.10.4"}',
    xml: '<version>1.10.4</version>',
    simple: '1.10.4',
  },
  {
    fields: { action: 'version', db: '1' },
    status: 200,
    json: '{"version":"1.10.4","db_version":"507"}',
    xml: '<version>1.10.4</version><db_version>507</db_version>',
    simple: '1.10.4',
  },
  {
    fields: { action: 'shorturl', url, keyword: 'mine', title: 'Fish & <chips>' },
    status: 200,
    json: '{"status":"success","code":"","message":"https://example.com/?a=1&b=2 added to database","errorCode":"","statusCode":200,"url":{"keyword":"mine","url":"https://example.com/?a=1&b=2","title":"Fish & <chips>","date":"TIME","ip":"127.0.0.1"},"title":"Fish & <chips>","shorturl":"http://HOST/mine"}',
    xml: '<status>success</status><code></code><message>https://example.com/?a=1&amp;b=2 added to database</message><errorCode></errorCode><statusCode>200</statusCode><url><keyword>mine</keyword><url>https://example.com/?a=1&amp;b=2</url><title>Fish &amp; &lt;chips&gt;</title><date>TIME</date><ip>127.0.0.1</ip></url><title>Fish &amp; &lt;chips&gt;</title><shorturl>http://HOST/mine</shorturl>',
    simple: 'http://HOST/mine',
  },
  {
    fields: { action: 'shorturl', url },
    status: 200,
    json: '{"status":"fail","code":"error:url","message":"https://example.com/?a=1&b=2 already exists in database (short URL: HOST/mine)","errorCode":"","statusCode":200,"url":{"keyword":"mine","url":"https://example.com/?a=1&b=2","title":"Fish & <chips>","date":"TIME","ip":"127.0.0.1","clicks":0},"title":"Fish & <chips>","shorturl":"http://HOST/mine"}',
    xml: '<status>fail</status><code>error:url</code><message>https://example.com/?a=1&amp;b=2 already exists in database (short URL: HOST/mine)</message><errorCode></errorCode><statusCode>200</statusCode><url><keyword>mine</keyword><url>https://example.com/?a=1&amp;b=2</url><title>Fish &amp; &lt;chips&gt;</title><date>TIME</date><ip>127.0.0.1</ip><clicks>0</clicks></url><title>Fish &amp; &lt;chips&gt;</title><shorturl>http://HOST/mine</shorturl>',
    simple: 'http://HOST/mine',
  },
  { fields: { action: 'shorturl', url: 'https://example.com/b', keyword: 'mine' }, ...badCode },
  { fields: { action: 'shorturl' }, ...badUrl },
  { fields: { action: 'shorturl', url: 'javascript:alert(1)' }, ...badUrl },
  {
    fields: { action: 'shorturl', url: 'http://HOST/mine' },
    status: 400,
    json: '{"status":"fail","code":"error:noloop","message":"URL is a short URL","errorCode":"400","statusCode":"400"}',
    xml: '<status>fail</status><code>error:noloop</code><message>URL is a short URL</message><errorCode>400</errorCode><statusCode>400</statusCode>',
    simple: '',
  },
  {
    fields: { action: 'expand', shorturl: 'mine' },
    status: 200,
    json: '{"keyword":"mine","shorturl":"http://HOST/mine","longurl":"https://example.com/?a=1&b=2","title":"Fish & <chips>","message":"success","statusCode":200}',
    xml: '<keyword>mine</keyword><shorturl>http://HOST/mine</shorturl><longurl>https://example.com/?a=1&amp;b=2</longurl><title>Fish &amp; &lt;chips&gt;</title><message>success</message><statusCode>200</statusCode>',
    simple: 'https://example.com/?a=1&b=2',
  },
  {
    fields: { action: 'expand', shorturl: 'none' },
    status: 404,
    json: '{"keyword":"none","message":"Error: short URL not found","errorCode":"404"}',
    xml: '<keyword>none</keyword><message>Error: short URL not found</message><errorCode>404</errorCode>',
    simple: 'not found',
  },
  {
    fields: { action: 'url-stats', shorturl: 'mine' },
    status: 200,
    json: `{"statusCode":200,"message":"success","link":${linkInJson}}`,
    xml: `<statusCode>200</statusCode><message>success</message><link>${linkInXml}</link>`,
    simple: noMembers,
  },
  {
    fields: { action: 'url-stats', shorturl: 'none' },
    status: 404,
    json: '{"statusCode":"404","message":"Error: short URL not found"}',
    xml: '<statusCode>404</statusCode><message>Error: short URL not found</message>',
    simple: 'Error: short URL not found',
  },
  {
    fields: { action: 'stats', limit: '2' },
    status: 200,
    json: `{"links":{"link_1":${linkInJson}},"stats":{"total_links":1,"total_clicks":0},"statusCode":200,"message":"success"}`,
    xml: `<links><link_1>${linkInXml}</link_1></links><stats><total_links>1</total_links><total_clicks>0</total_clicks></stats><statusCode>200</statusCode><message>success</message>`,
    simple: noMembers,
  },
  {
    fields: { action: 'stats' },
    status: 200,
    json: '{"stats":{"total_links":1,"total_clicks":0},"statusCode":200,"message":"success"}',
    xml: '<stats><total_links>1</total_links><total_clicks>0</total_clicks></stats><statusCode>200</statusCode><message>success</message>',
    simple: noMembers,
  },
  {
    fields: { action: 'db-stats' },
    status: 200,
    json: '{"db-stats":{"total_links":1,"total_clicks":0},"statusCode":200,"message":"success"}',
    xml: '<db-stats><total_links>1</total_links><total_clicks>0</total_clicks></db-stats><statusCode>200</statusCode><message>success</message>',
    simple: noMembers,
  },
  {
    fields: { action: 'delete', shorturl: 'mine' },
    status: 200,
    json: '{"statusCode":200,"message":"success: deleted"}',
    xml: '<statusCode>200</statusCode><message>success: deleted</message>',
    simple: 'Shorturl mine deleted',
  },
  {
    fields: { action: 'delete', shorturl: 'mine' },
    status: 404,
    json: '{"statusCode":404,"message":"error: not found"}',
    xml: '<statusCode>404</statusCode><message>error: not found</message>',
    simple: 'error: not found',
  },
  { fields: { action: 'Version' }, ...unknownAction },
  { fields: { action: 'constructor' }, ...unknownAction },
  { fields: {}, ...unknownAction },
  { fields: { action: 'version', signature: '' }, ...noToken },
  { fields: wrong, ...noToken },
  {
    fields: { action: 'version', signature: '', username: 'ada', password: 'wrong' },
    ...noLogin,
  },
  { fields: wrong, ...noToken },
  { fields: wrong, ...noToken },
  { fields: wrong, ...noToken },
  {
    fields: wrong,
    status: 429,
    json: '{"status":"fail","code":"error:flood","message":"Too many calls. Try again later","errorCode":"429","statusCode":"429"}',
    xml: '<status>fail</status><code>error:flood</code><message>Too many calls. Try again later</message><errorCode>429</errorCode><statusCode>429</statusCode>',
    simple: 'Too many calls. Try again later',
  },
];

test.each(['json', 'jsonp', 'xml', 'simple'] as const)(
  'each answer as %s, byte by byte',
  async (format) => {
    await using yourls = await YourlsSite.open();
    const { host } = new URL(yourls.site.url);
    for (const { fields, status, json, xml, simple } of rows) {
      const sent = {
        signature: yourls.signature,
        format,
        ...fields,
        ...(format === 'jsonp' && { callback: 'show' }),
        ...('url' in fields && { url: fields['url'].replace('HOST', host) }),
      };
      const response = await yourls.post(sent);
      const text = await response.text();
      const body = {
        json,
        jsonp: `show(${json})`,
        xml: `<?xml version="1.0" encoding="UTF-8"?>\n<root>${xml}</root>`,
        simple,
      }[format];
      expect([
        fields,
        response.status,
        response.headers.get('content-type'),
        text.replaceAll(host, 'HOST').replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME'),
      ]).toEqual([fields, status, `${mediaTypes[format]}; charset=utf-8`, body]);
    }
  },
);
