export const campaignFields = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type CampaignField = (typeof campaignFields)[number];

/** The values of `utm_source` and the other four campaign tags of a URL. Empty: no such tag. */
export type Campaign = Readonly<Record<CampaignField, string>>;

export const noCampaign: Campaign = { source: '', medium: '', campaign: '', term: '', content: '' };

/** The name of a field in a URL. */
export function toParameter(field: CampaignField): string {
  return `utm_${field}`;
}

/** A URL as typed, in three parts. Joined, they give the same URL. */
interface UrlParts {
  readonly before: string;
  /** The encoded texts between the ampersands. */
  readonly parameters: readonly string[];
  /** Includes the number sign. */
  readonly fragment: string;
}

function splitUrl(url: string): UrlParts {
  const hash = url.indexOf('#');
  const rest = hash === -1 ? url : url.slice(0, hash);
  const mark = rest.indexOf('?');
  const query = mark === -1 ? '' : rest.slice(mark + 1);
  return {
    before: mark === -1 ? rest : rest.slice(0, mark),
    parameters: query === '' ? [] : query.split('&'),
    fragment: hash === -1 ? '' : url.slice(hash),
  };
}

/** Name and value of a parameter. Never throws, since URL parsers accept broken escapes. */
function decode(parameter: string): readonly [name: string, value: string] {
  const [decoded] = new URLSearchParams(parameter);
  return decoded ?? ['', ''];
}

export function readCampaign(url: string): Campaign {
  const values = new Map<string, string>();
  for (const parameter of splitUrl(url).parameters) {
    const [name, value] = decode(parameter);
    if (!values.has(name)) values.set(name, value);
  }
  const fields = campaignFields.map((field) => [field, values.get(toParameter(field)) ?? '']);
  return { ...noCampaign, ...Object.fromEntries(fields) };
}

/**
 * Sets a campaign tag of a URL. An empty value removes it, an existing tag keeps its place, and a
 * new tag comes last. Every other character stays as typed.
 */
function writeField(url: string, field: CampaignField, value: string): string {
  if (readCampaign(url)[field] === value) return url;
  const { before, parameters, fragment } = splitUrl(url);
  const name = toParameter(field);
  const isTag = (parameter: string) => decode(parameter)[0] === name;
  const written = value === '' ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`];
  const at = parameters.findIndex(isTag);
  const place = at === -1 ? parameters.length : at;
  const kept = [
    ...parameters.slice(0, place),
    ...written,
    ...parameters.slice(place).filter((parameter) => !isTag(parameter)),
  ];
  return before + (kept.length === 0 ? '' : `?${kept.join('&')}`) + fragment;
}

export function writeCampaign(url: string, campaign: Partial<Campaign>): string {
  return campaignFields.reduce(
    (written, field) => writeField(written, field, campaign[field] ?? readCampaign(written)[field]),
    url,
  );
}
