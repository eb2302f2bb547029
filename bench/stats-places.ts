/** Most clicks come from the first ones. */
const COUNTRIES = (
  'CN IN US ID BR NG JP RU BD MX PH DE VN PK TR GB IR FR TH EG IT KR ES ZA CO UA AR CA MY PL ' +
  'SA KE MA DZ AU TW NL PE UZ VE CL RO KZ GH LK BE SE CZ AE EC CH PT TN HU GR AT IL HK DK BY ' +
  'FI NO SG DO IE NZ SK BO GT CR BG RS JO KW HR UY LB PA QA GE AZ OM SV HN PY LT SI AM AL LV ' +
  'KH MM NP LA IQ LY SD ET UG TZ ZM ZW SN CI CM AO MZ RW BJ TG GA BW NA MU MG MT CY EE LU IS'
).split(' ');
const CITIES = 2000;
/** The networks of a city, for IPv4 and for IPv6 each. */
const NETWORKS = 16;

/** Accept-Language of countries where English is not the default. */
const languages: Readonly<Record<string, string>> = {
  CN: 'zh-CN,zh;q=0.9',
  TW: 'zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7',
  HK: 'zh-HK,zh;q=0.9,en;q=0.8',
  ID: 'id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7',
  BR: 'pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7',
  PT: 'pt-PT,pt;q=0.9,en;q=0.8',
  JP: 'ja,en-US;q=0.9,en;q=0.8',
  RU: 'ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7',
  KZ: 'ru-RU,ru;q=0.9,kk;q=0.8',
  DE: 'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7',
  AT: 'de-AT,de;q=0.9,en;q=0.8',
  CH: 'de-CH,de;q=0.9,fr;q=0.8,en;q=0.7',
  VN: 'vi-VN,vi;q=0.9,en;q=0.8',
  TR: 'tr-TR,tr;q=0.9,en-US;q=0.8,en;q=0.7',
  FR: 'fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7',
  IT: 'it-IT,it;q=0.9,en-US;q=0.8,en;q=0.7',
  KR: 'ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7',
  PL: 'pl-PL,pl;q=0.9,en-US;q=0.8,en;q=0.7',
  NL: 'nl-NL,nl;q=0.9,en-US;q=0.8,en;q=0.7',
  UA: 'uk-UA,uk;q=0.9,ru;q=0.8,en;q=0.7',
  TH: 'th-TH,th;q=0.9',
  EG: 'ar-EG,ar;q=0.9,en;q=0.8',
  SA: 'ar,en-US;q=0.9,en;q=0.8',
  ...Object.fromEntries(
    ['ES', 'MX', 'CO', 'AR', 'PE', 'CL'].map((country) => [country, `es-${country},es;q=0.9`]),
  ),
};

export interface City {
  readonly country: string;
  readonly name: string;
  /** The most frequent Accept-Language. */
  readonly language: string;
  /** Shortened, as the journal has them. */
  readonly addresses: readonly string[];
}

/** The countries at the beginning have more cities. */
export const cities: readonly City[] = Array.from({ length: CITIES }, (_, number) => {
  const rank = Math.floor((number * 911) % CITIES);
  const country = COUNTRIES[Math.floor((rank / CITIES) ** 2 * COUNTRIES.length)]!;
  const addresses = Array.from({ length: NETWORKS }, (__, network) => {
    const place = number * NETWORKS + network;
    return [
      `32.${place >> 8}.${place & 255}`,
      `2a01:${number.toString(16)}:${network.toString(16)}::`,
    ];
  });
  return {
    country,
    name: `City ${number}`,
    language: languages[country] ?? 'en-US,en;q=0.9',
    addresses: addresses.flat(),
  };
});
