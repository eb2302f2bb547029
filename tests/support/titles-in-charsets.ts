/** Titles of pages by their charset. */
export const titles: Readonly<Record<string, readonly string[]>> = {
  gbk: [
    '你好世界',
    '百度一下，你就知道',
    '中国',
    '淘宝网 - 淘！我喜欢',
    '知乎 - 有问题，就会有答案',
  ],
  big5: ['你好世界', '中文維基百科', '台灣大學', 'Yahoo奇摩', '聯合新聞網', '常見問題'],
  shift_jis: ['こんにちは世界', '日本語', 'ヤフー', '価格.com', '東京大学', 'ﾎｰﾑﾍﾟｰｼﾞ'],
  'euc-jp': ['こんにちは世界', '日本語', 'トップページ', '朝日新聞', '首相官邸ホームページ'],
  'euc-kr': ['안녕하세요', '한국어', '네이버', '서울대학교', '홈페이지에 오신 것을 환영합니다'],
  'windows-1251': ['Привет', 'Яндекс', 'ПРИВЕТ, МИР', 'Википедия — свободная энциклопедия'],
  'koi8-r': ['Привет', 'Новости', 'Погода в Москве'],
  'windows-1252': [
    'Café',
    'Crème brûlée',
    'Größe',
    'Straße',
    'España',
    'São Paulo',
    'Ålesund',
    'á',
    'Ça va',
    'Today’s news',
    '“Hello” world',
    'price €5',
    'ÉCOLE',
    'œuvre',
    'MÜNCHEN',
    'Übersicht',
    'þjóð',
    'Hyvää yötä',
    '© 2026 Acme',
    'Año Nuevo',
    'naïve',
    'Zoë',
    'x² + y³',
    '½ price',
  ],
  'windows-1253': ['Καλημέρα', 'Αρχική σελίδα'],
  'windows-1255': ['שלום עולם', 'דף הבית'],
  'windows-1256': ['مرحبا بالعالم', 'الصفحة الرئيسية'],
};

const encoders = new Map<string, ReadonlyMap<string, Buffer>>();

/** Encodes a text; throws for a character that the charset lacks. */
export function encode(label: string, text: string): Buffer {
  let table = encoders.get(label);
  if (table === undefined) {
    table = new Map(listCharacters(label));
    encoders.set(label, table);
  }
  return Buffer.concat(
    Array.from(text, (char) => {
      const bytes = char < '\u0080' ? Buffer.from(char) : table.get(char);
      if (bytes === undefined) throw new Error(`${label} has no ${char}`);
      return bytes;
    }),
  );
}

function* listCharacters(label: string): Generator<[string, Buffer]> {
  const decoder = new TextDecoder(label as Bun.Encoding);
  for (let lead = 0x80; lead <= 0xff; lead += 1) {
    const one = Buffer.from([lead]);
    if (isCharacter(decoder.decode(one))) yield [decoder.decode(one), one];
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const two = Buffer.from([lead, trail]);
      if (isCharacter(decoder.decode(two))) yield [decoder.decode(two), two];
    }
  }
}

function isCharacter(text: string): boolean {
  return Array.from(text).length === 1 && text !== '\uFFFD' && text >= '\u0080';
}
