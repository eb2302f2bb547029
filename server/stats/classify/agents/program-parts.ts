export function removeHumanParts(userAgent: string): string {
  const [start, comment, rest] = splitComment(userAgent);
  const seen = `${start}${isOfDevice(comment) ? removeModel(comment) : shorten(comment)}${rest}`;
  const bare = seen.replace(humanParts, ' ');
  return isMobile.test(comment) ? bare.replace(appNames, ' ') : bare;
}

/** The first comment, in which devices stand; an open one goes to the end. */
function splitComment(text: string): readonly [start: string, comment: string, rest: string] {
  const from = text.indexOf('(');
  if (from === -1) return [text, '', ''];
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && --depth === 0) {
      return [text.slice(0, from), text.slice(from, at + 1), text.slice(at + 1)];
    }
  }
  return [text.slice(0, from), text.slice(from), ''];
}

function isOfDevice(comment: string): boolean {
  return /^\((?:[^;]{0,20}; ?){0,3}(?:Android|HarmonyOS|OpenHarmony|Tizen|KAIOS)|^\(Mobile;|Windows Phone/i.test(
    comment,
  );
}

/** What no maker gives to a device: `compatible`, an address, or a program's name and version. */
const programPart = /\bcompatible\b|:\/\/|@|(?:bot|crawler|spider|google[\w-]*)\/\d/i;
const systemPart = /^\(?\s*(?:Linux|Android|U|Mobile|Tablet|Windows Phone|MSIE|wv|arm)/i;

function removeModel(comment: string): string {
  return comment
    .split(';')
    .map((part) => (systemPart.test(part) || programPart.test(part) ? part : ''))
    .join(';');
}

/** `CE-HTML/1.0;` stands in comments of televisions and phones, `Name/1.0;` in those of programs. */
function shorten(comment: string): string {
  return comment.replace(/\/1\.0;/g, ';');
}

/** Parts of people's browsers in which words of programs occur. */
const humanParts = new RegExp(
  [
    // Browser extensions add the request that they saw: `||| ReqID: 472 | TabID: 643`.
    '\\|\\|\\|.*',
    '\\|? ?\\b(?:ReqID|TabID|FrameID|Initiator): ?[^ |]*',
    // WeChat names its process; `tools` is one.
    'Process/\\w+',
    '\\(News [\\d. ]*\\)',
    '\\[FB[^\\]]*\\]?',
    '\\([^()]*(?:\\d+dpi|__weibo__)[^()]*\\)',
    // `|` separates screen and device in Alipay and Baidu.
    'AlipayDefined\\([^)]*\\)',
    'baiduboxapp/\\S*',
    'TTID/\\S*',
    // The search engine's apps and browser; its crawlers are called spiders.
    'Sogou(?! [a-z]+ spider)',
    'OMI/\\S*',
    '(?<![a-z])CUBOT(?![a-z])',
    // Packages, as in Google's apps: no address of a program.
    '\\bcom\\.\\w+[\\w./]*',
  ].join('|'),
  'gi',
);

const isMobile = /\b(?:Android|iPhone|iPad|iPod|HarmonyOS|OpenHarmony)\b/;
/** Apps on phones have names that are words of programs on computers. */
const appNames =
  /(?<![\w-])[\w+-]{0,24}(?:News|Discover|Radar|Scan|Catch|Capture|Tools|Library|Advisor|Insight|Feed|Torrent|Reader|Download|Archive)[\w+-]{0,24}\/[\d.]+/gi;
