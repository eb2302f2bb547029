/** Every form of a flag in databases and exports. */
export const flagSpellings: Readonly<Record<'on' | 'off', readonly unknown[]>> = {
  on: [
    true,
    1,
    -1,
    1.0,
    'true',
    't',
    'yes',
    'y',
    'on',
    '1',
    '01',
    '1.0',
    '+1',
    '-1',
    '\u0001',
    "b'1'",
    '0x01',
    '\\x01',
    'AQ==',
    '１',
    { type: 'Buffer', data: [1] },
    { type: 'Buffer', data: [0, 1] },
  ],
  off: [
    false,
    0,
    -0,
    'false',
    'f',
    'no',
    'n',
    'off',
    '0',
    '00',
    '0.0',
    '-0',
    '\u0000',
    "b'0'",
    '0x00',
    '\\x00',
    'AA==',
    '０',
    { type: 'Buffer', data: [0] },
  ],
};

/** Values that look like a flag, but are not. */
export const unclearFlags = [
  2,
  -2,
  0.5,
  1e300,
  '2',
  '10',
  'x',
  '✓',
  '-',
  '?',
  'maybe',
  'tru',
  'nope',
  'y n',
  'null0',
  'enabled',
  'disabled',
  '2021-05-03',
  [],
  [1],
  [true],
  {},
  { data: [1] },
  { $bool: true },
  { type: 'Buffer', data: [] },
  { type: 'Buffer', data: [2] },
  { type: 'Buffer' },
];

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');

function two(part: number): string {
  return String(part).padStart(2, '0');
}

/** The parts of an instant, padded as the forms need them. */
function partsOf(seconds: number) {
  const date = new Date(seconds * 1000);
  const hour = date.getUTCHours();
  return {
    weekday: WEEKDAYS[date.getUTCDay()]!,
    year: date.getUTCFullYear(),
    month: two(date.getUTCMonth() + 1),
    name: MONTHS[date.getUTCMonth()]!,
    day: two(date.getUTCDate()),
    time: `${two(hour)}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`,
    half: `${hour % 12 || 12}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} ${hour < 12 ? 'AM' : 'PM'}`,
  };
}

/** Moves the clock, so that a text in another zone means the same instant. */
function inZone(seconds: number, minutes: number, write: (local: number) => string): string {
  return write(seconds + minutes * 60);
}

const sortable = (seconds: number, between = ' ') => {
  const { year, month, day, time } = partsOf(seconds);
  return `${year}-${month}-${day}${between}${time}`;
};

/** Forms whose meaning does not depend on the file's order of dates. */
export const instantForms: readonly (readonly [string, (seconds: number) => unknown])[] = [
  ['Unix seconds', (s) => s],
  ['Unix seconds as text', String],
  ['Unix seconds with a fraction', (s) => `${s}.75`],
  ['milliseconds', (s) => s * 1000 + 250],
  ['milliseconds as text', (s) => String(s * 1000)],
  ['microseconds', (s) => s * 1e6],
  ['microseconds as text', (s) => `${s}123456`],
  ['nanoseconds as text', (s) => `${s}123456789`],
  ['ISO, Z', (s) => sortable(s, 'T') + 'Z'],
  ['ISO, z and t', (s) => sortable(s, 't') + 'z'],
  ['ISO, milliseconds', (s) => new Date(s * 1000 + 999).toISOString()],
  ['ISO, nanoseconds and a comma', (s) => `${sortable(s, 'T')},123456789Z`],
  ['ISO, no offset', (s) => sortable(s, 'T')],
  ['ISO, basic', (s) => `${sortable(s, 'T').replaceAll(/[-:]/g, '')}Z`],
  [
    'ISO, basic, an offset',
    (s) => inZone(s, 330, (local) => `${sortable(local, 'T').replaceAll(/[-:]/g, '')}+0530`),
  ],
  ['ISO, a true minus', (s) => inZone(s, -120, (local) => `${sortable(local, 'T')}−02:00`)],
  [
    'ISO, a zone of Java',
    (s) => inZone(s, 480, (local) => `${sortable(local, 'T')}+08:00[Asia/Shanghai]`),
  ],
  ['MySQL', (s) => sortable(s)],
  ['MySQL, a number', (s) => sortable(s).replaceAll(/\D/g, '')],
  ['PostgreSQL', (s) => `${sortable(s)}.123456+00`],
  ['PostgreSQL, -03', (s) => inZone(s, -180, (local) => `${sortable(local)}-03`)],
  ['+0000', (s) => `${sortable(s)}+0000`],
  ['+00:00', (s) => `${sortable(s)} +00:00`],
  ['UTC', (s) => `${sortable(s)} UTC`],
  ['GMT', (s) => `${sortable(s)} GMT`],
  ['UTC+8', (s) => inZone(s, 480, (local) => `${sortable(local)} UTC+8`)],
  ['the name of a zone', (s) => inZone(s, 330, (local) => `${sortable(local)} Asia/Kolkata`)],
  ['Go', (s) => `${sortable(s)} +0000 UTC`],
  ['slashes, the year first', (s) => sortable(s).replaceAll('-', '/')],
  ['no-break and double blanks', (s) => ` ${sortable(s, '\u{A0} ')} `],
  [
    'RFC 5322',
    (s) => {
      const { weekday, day, name, year, time } = partsOf(s);
      return `${weekday}, ${day} ${name} ${year} ${time} +0000`;
    },
  ],
  ['HTTP', (s) => new Date(s * 1000).toUTCString()],
  [
    'JavaScript',
    (s) => {
      const { weekday, day, name, year, time } = partsOf(s);
      return `${weekday} ${name} ${day} ${year} ${time} GMT+0000 (Coordinated Universal Time)`;
    },
  ],
  [
    'C',
    (s) => {
      const { weekday, day, name, year, time } = partsOf(s);
      return `${weekday} ${name} ${day.replace(/^0/, ' ')} ${time} ${year}`;
    },
  ],
  [
    'Ruby',
    (s) => {
      const { weekday, day, name, year, time } = partsOf(s);
      return `${weekday} ${name} ${day} ${time} +0000 ${year}`;
    },
  ],
  [
    'Oracle',
    (s) => {
      const { day, name, year, time } = partsOf(s);
      return `${day}-${name.toUpperCase()}-${year} ${time}`;
    },
  ],
  [
    'words',
    (s) => {
      const { day, name, year, half } = partsOf(s);
      return `${name} ${Number(day)}, ${year} ${half}`;
    },
  ],
];

/** Forms with the year at the end, by their first part. */
export const orderedForms: Readonly<
  Record<'day-first' | 'month-first', readonly (readonly [string, (seconds: number) => string])[]>
> = {
  'day-first': ['/', '.', '-'].map((sign) => [
    `day${sign}month`,
    (s) => {
      const { day, month, year, time } = partsOf(s);
      return `${day}${sign}${month}${sign}${year} ${time}`;
    },
  ]),
  'month-first': [
    [
      'Navicat',
      (s) => {
        const { day, month, year, time } = partsOf(s);
        return `${Number(month)}/${Number(day)}/${year} ${time}`;
      },
    ],
    [
      'a spreadsheet',
      (s) => {
        const { day, month, year, half } = partsOf(s);
        return `${month}/${day}/${year}, ${half.replace(' ', '\u{202F}')}`;
      },
    ],
  ],
};

/** Values that mean "never". */
export const neverSpellings = [
  undefined,
  null,
  '',
  ' ',
  0,
  -0,
  '0',
  '0.0',
  '00',
  'null',
  'NULL',
  '\\N',
  'None',
  'never',
  'infinity',
  '0000-00-00',
  '0000-00-00 00:00:00',
  '0000-00-00 00:00:00.000000',
  '0000-00-00T00:00:00Z',
  '00/00/0000 00:00:00',
  'Infinity',
];

/** Values without a clear instant. */
export const unclearInstants = [
  -1,
  '-1',
  5,
  3600,
  '86400',
  1e20,
  1e10,
  '44197.5',
  1.5,
  true,
  false,
  {},
  [],
  [1_640_995_200],
  'some day',
  '2 days',
  'tomorrow',
  '-infinity',
  'x',
  '2021',
  '10:00:00',
  '2021-W18-1',
  '2021-123',
  '2021-13-01',
  '2021-02-29',
  '2021-02-30 10:00:00',
  '2021-05-03 24:00:01',
  '2021-05-03 10:61:00',
  '2021-05-03 13:00 PM',
  '2021-05-03 00:00 AM',
  '0001-01-01T00:00:00Z',
  '1969-12-31 23:59:59',
  '1970-01-01 00:00:00',
  '1970-01-01T00:00:00Z',
  '10000-01-01',
  '2021-05-03 10:00:00 BC',
  '2021-05-03 10:00:00+00 BC',
  '2021-05-03 10:00 +7 days',
  '2021-05-03 10:00:00 XYZ',
  // Chicago and Shanghai, New York and Sydney, Los Angeles and Manila.
  '2021-05-03 10:00:00 CST',
  'Mon May 03 10:00:00 CST 2021',
  'Mon, 3 May 2021 10:00:00 EST',
  '2021-05-03 10:00:00 pst',
  '2021-05-03 10:00:00 +99:00',
  '2021-05-03 10:00:00 Mars/Olympus',
  '25-DEC-20',
  '1/2/20',
  '3/4/2020',
  '04.03.2020',
  '3-4-2020 10:00:00',
  '1.64E+12',
  '2022-01-01x',
  'x2022-01-01',
  '2022-01-01 2023-01-01',
  '2022-01-01 '.padEnd(200, 'x'),
  '٢٠٢٢-٠١-٠١',
  '2022--01-01',
  '2022-01-01T100',
  '0x61cf9980',
];
