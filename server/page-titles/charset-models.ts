/**
 * Estimates how likely a text is in a charset: the bits of its characters in an ideal code, for
 * page titles in the languages of that charset.
 */
export interface CharsetModel {
  readonly label: string;
  /** Bits that count against the charset from the start. */
  readonly prior: number;
  /** Bits of a character after `previous` ('' at the start). */
  readonly bitsOf: (char: string, previous: string) => number;
}

const ASCII_BITS = 5.5;
const RARE_BITS = 20;
/** Bits for a switch between ASCII letters and another script inside a word. */
const MIXED_BITS = 6;

const SIMPLIFIED =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日者意无力与长机民第公工使情明性知全三又关点正业外将两高间由问最重并物手应文体政美相见被利产或新制身加西月话合回特代内信表化世位次度门常先海通教原东提及比员解水名真论处各入条平系气题活更别女总电数安报结目量建务做接场件计管期市直资金指统区保社便科司书界达放设式色路记南品类程北网站页首登录注册帮助登陆版权链测试标图片载技术服影音乐游戏闻官坛京百免费购买店联博';
const TRADITIONAL =
  '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實首頁網站新聞公司官論壇圖片載科技資訊術服務產品電影音樂遊戲手機台灣臺北香港日報登入關聯絡測試標題市政府買賣書店免費問長文';
const KANJI =
  '日本人大年会国出中生東京社員学時間新聞今月分後前政府行事者同自業方場定上下手見入発地金市気高内部合長相連対明化力最目動的代体株式公情報検索版画料無名関県家店品物語車';
const SYLLABLES =
  '이다는의에을가고하지사기리한자로를도은인대시해나서어스그정보수일아전제주부장들원공구만상여비교회국내게무세과경안녕요니라성신있할적동조소문트용우중미연유화당위선관생개디오계진검색결센터습것환영합페홈뉴네로음';
/** The other letters of these languages are ASCII. */
const WESTERN = 'éèàçêâîôûùäöüßñáíóúãõåøæëïìò';
const CYRILLIC = 'оеаинтсрвлкмдпуяыьбгзйчхжш';
const SIGNS = '\u00A0’‘“”–—…•«»©®™°·€£¡¿ºª';

let models: readonly CharsetModel[] | undefined;

export function findModels(): readonly CharsetModel[] {
  models ??= createModels();
  return models;
}

function createModels(): readonly CharsetModel[] {
  const japanese = ideographs(KANJI, pairsOf('euc-jp', [0xb0, 0xcf], [0xa1, 0xfe]), kanaBits);
  return [
    { label: 'windows-1252', prior: 0, bitsOf: latin(WESTERN) },
    {
      label: 'gb18030',
      prior: 3,
      bitsOf: ideographs(SIMPLIFIED, pairsOf('gb18030', [0xb0, 0xd7], [0xa1, 0xfe])),
    },
    {
      label: 'big5',
      prior: 4,
      bitsOf: ideographs(TRADITIONAL, pairsOf('big5', [0xa4, 0xc6], [0x40, 0xfe])),
    },
    { label: 'shift_jis', prior: 4, bitsOf: japanese },
    { label: 'euc-jp', prior: 4, bitsOf: japanese },
    { label: 'euc-kr', prior: 4, bitsOf: ideographs(SYLLABLES, rangeOf(0xac00, 0xd7a3)) },
    { label: 'windows-1251', prior: 8, bitsOf: alphabet(CYRILLIC, /\p{sc=Cyrillic}/u) },
    { label: 'koi8-r', prior: 13, bitsOf: alphabet(CYRILLIC, /\p{sc=Cyrillic}/u) },
    { label: 'windows-1253', prior: 9, bitsOf: alphabet('αοιετσνηυρπκμλςάίόέή', /\p{sc=Greek}/u) },
    { label: 'windows-1255', prior: 9, bitsOf: alphabet('יוהלמתאשרבנםעדקחכ', /\p{sc=Hebrew}/u) },
    { label: 'windows-1256', prior: 8, bitsOf: alphabet('ابتدرسعفقكلمنهويةأح', /\p{sc=Arabic}/u) },
    { label: 'windows-874', prior: 14, bitsOf: alphabet('านรกอเงมยลวดทสตะปบคห่้ีิั', /\p{sc=Thai}/u) },
  ];
}

/** A script with thousands of characters; a hundred of them are half of a text. */
function ideographs(
  common: string,
  frequent: ReadonlySet<string>,
  othersOf: CharsetModel['bitsOf'] = () => RARE_BITS,
): CharsetModel['bitsOf'] {
  const commonest = new Set(common);
  const ownBits = (char: string, previous: string): number => {
    if (commonest.has(char)) return 8;
    if (frequent.has(char)) return 12.5;
    return /[\u3000-\u303F\uFF01-\uFF5E\u2010-\u2027·]/.test(char) ? 9 : othersOf(char, previous);
  };
  return (char, previous) =>
    char < '\u0080' ? asciiBits(char, previous) : ownBits(char, previous) + mixedBits(previous);
}

function kanaBits(char: string, previous: string): number {
  if (char >= '\u3040' && char <= '\u309F') return 7;
  if (char >= '\u30A0' && char <= '\u30FF') return 8;
  if (!isHalfWidth(char)) return RARE_BITS;
  // A single half-width character probably comes from another charset.
  return isHalfWidth(previous) ? 6 : 12;
}

function isHalfWidth(char: string): boolean {
  return char >= '\uFF61' && char <= '\uFF9F';
}

/** A script with some dozen letters, all above U+007F. */
function alphabet(common: string, script: RegExp): CharsetModel['bitsOf'] {
  const commonest = new Set(common);
  return (char, previous) => {
    if (char < '\u0080') return asciiBits(char, previous);
    if (!script.test(char)) return signBits(char, previous);
    return letterBits(char, previous, commonest) + 2 * mixedBits(previous);
  };
}

/** Most letters are ASCII: two others in a row are rare. */
function latin(common: string): CharsetModel['bitsOf'] {
  const commonest = new Set(common);
  return (char, previous) => {
    if (char < '\u0080') return ASCII_BITS;
    if (!/\p{sc=Latin}/u.test(char)) return signBits(char, previous);
    return letterBits(char, previous, commonest) + (previous >= '\u00C0' ? 5 : 3);
  };
}

function letterBits(char: string, previous: string, common: ReadonlySet<string>): number {
  const isCommon = common.has(char.toLowerCase());
  if (/\p{Lu}/u.test(char)) {
    if (/\p{Ll}/u.test(previous)) return 14;
    return (isCommon ? 6 : 8) - (/\p{Lu}/u.test(previous) ? 1 : 0);
  }
  // Final forms end a word, so no letter follows them.
  if (/[ךםןףץς]/.test(previous) && /\p{L}/u.test(char)) return 14;
  // A title begins with a capital where the script has them.
  return (isCommon ? 4.5 : 7.5) + (previous === '' && /\p{Ll}/u.test(char) ? 2 : 0);
}

function signBits(char: string, previous: string): number {
  if (char < '\u00A0') return 2 * RARE_BITS;
  return SIGNS.includes(char) ? (/\p{L}/u.test(previous) && char !== '’' ? 11 : 8) : 13;
}

function asciiBits(char: string, previous: string): number {
  const isInside = previous >= '\u0080' && /[a-z]/i.test(char) && /\p{L}/u.test(previous);
  return ASCII_BITS + (isInside ? MIXED_BITS : 0);
}

function mixedBits(previous: string): number {
  return /[a-z]/i.test(previous) ? MIXED_BITS : 0;
}

/** The characters of all pairs of lead and trail bytes. */
function pairsOf(label: string, leads: [number, number], trails: [number, number]): Set<string> {
  const bytes: number[] = [];
  for (let lead = leads[0]; lead <= leads[1]; lead += 1) {
    for (let trail = trails[0]; trail <= trails[1]; trail += 1) {
      if (trail < 0x7f || trail > 0xa0) bytes.push(lead, trail);
    }
  }
  return new Set(new TextDecoder(label as Bun.Encoding).decode(Uint8Array.from(bytes)));
}

function rangeOf(first: number, last: number): Set<string> {
  return new Set(
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  );
}
