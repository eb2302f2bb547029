import { isbot } from 'isbot';
import { findNamedPreview, findPreviewKind } from './previews.ts';
import { disguised } from './programs.ts';

export interface AgentText {
  readonly whole: string;
  /** Without what names a device or an app: elsewhere words of programs tell nothing. */
  readonly bare: string;
}

export type AgentClass = 'person' | 'preview' | 'bot';

export interface AgentRule {
  readonly name: string;
  readonly class: AgentClass;
  readonly fits: (text: AgentText) => boolean;
}

const browserMark = /(?:M?ozilla|Opera)\/\d|AppleWebKit|\bNCSA_Mosaic\//;

const engine =
  /WebKit|Gecko|Goanna|Trident|MSIE|Presto|Opera|KHTML|Konqueror|Blink|Servo|Dillo|NetFront|Polaris|Obigo|Teleca|Maple|Galio|Dolfin|Netscape|Mosaic|iCab|OmniWeb|Lynx|w3m|Links|Playstation|PSP|NINTENDO|Nitro|Planetweb|Symbian|Series60|BlackBerry|SonyEricsson|UP\.Browser|MIDP|AppleTV|SMART-?TV|Windows CE|\[\w\w(?:-\w+)?\]|\((?:X11|Win|Mac|OS\/2|Amiga|RISC)/i;

/** Browsers that call themselves compatible. Programs do it, too, with another name behind. */
const declared =
  /[(;,]\s*compatible\b(?!\s*[;,]\s*(?:MSIE|Konqueror|U;|Linux|Polaris|NetPositive|NetBox|NCBrowser|OffByOne|OmniWeb|iCab|Opera|Netscape|ANTGalio|Galeon|Gecko|WebTV|IBrowse|AmigaVoyager|Dillo|NetFront|Windows|Maple|Planetweb))/i;

const desktop = String.raw`^Mozilla\/5\.0 \((?:X11|Windows|Macintosh)[^)]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)`;

/** A word without a version among the products of a desktop browser is a program's name. */
const bareWord = new RegExp(
  String.raw`${desktop} (?:[^ /]+\/[^ ]+ )*?(?!(?:Version|Mobile|VR|TV|Ubuntu|Debian|Fedora|Large|Screen|Google|like) )[A-Za-z]\w+ (?:Chrome|Safari)\/`,
);
const addedName = new RegExp(String.raw`${desktop}.* Safari\/[\d.]+; ?\w`);

/** In this order; the first that fits decides. A person's browser fits none but those of people. */
export const agentRules: readonly AgentRule[] = [
  { name: 'empty', class: 'bot', fits: ({ whole }) => whole === '' },
  {
    name: 'named preview',
    class: 'preview',
    fits: ({ whole }) => findNamedPreview(whole) !== undefined,
  },
  { name: 'disguised program', class: 'bot', fits: ({ bare }) => disguised.test(bare) },
  {
    name: 'kind of preview',
    class: 'preview',
    fits: ({ bare }) => findPreviewKind(bare) !== undefined,
  },
  { name: 'declared program', class: 'bot', fits: ({ whole }) => declared.test(whole) },
  {
    name: 'text browser',
    class: 'person',
    fits: ({ whole }) => /^(?:Lynx\/|ELinks[ /]|Links \(|w3m\/)/.test(whole),
  },
  {
    name: 'old phone',
    class: 'person',
    fits: ({ whole }) =>
      /^(?:UCWEB\/|Nokia|BlackBerry|SAMSUNG-|SonyEricsson|LG-|MOT-)|UP\.Browser\/|\bBrowser\/AppleWebKit|\/MIDP-|\(MRE\b/i.test(
        whole,
      ),
  },
  { name: "Facebook's app", class: 'person', fits: ({ whole }) => /\bFBAN\//.test(whole) },
  {
    name: 'television',
    class: 'person',
    fits: ({ whole }) =>
      /\bHbbTV\/|\bNETTV\/|SMART-?TV|SmartHub|\bVIDAA\/|\bCE-HTML\/|NETRANGE|Opera TV|GoogleTV|^RokuBrowser|BDPlayer|\bCrKey\/|SmartCast|; STV;/i.test(
        whole,
      ),
  },
  { name: 'no browser', class: 'bot', fits: ({ whole }) => !browserMark.test(whole) },
  { name: 'no engine', class: 'bot', fits: ({ whole }) => !engine.test(whole) },
  { name: 'bare word', class: 'bot', fits: ({ bare }) => bareWord.test(bare) },
  { name: 'added name', class: 'bot', fits: ({ bare }) => addedName.test(bare) },
  { name: 'word of programs', class: 'bot', fits: ({ bare }) => isbot(bare) },
  { name: 'browser', class: 'person', fits: () => true },
];
