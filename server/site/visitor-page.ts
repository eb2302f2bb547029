import { preferredLanguage, type Language } from './visitor-choice.ts';
import type { VisitorFrame } from './visitor-frame.ts';

export type VisitorPageName =
  | 'missing'
  | 'expired'
  | 'used-up'
  | 'not-started'
  | 'off'
  | 'blocked'
  | 'too-many'
  | 'unavailable';

interface Text {
  readonly heading: string;
  readonly body: string;
}

interface VisitorPage {
  readonly status: number;
  readonly text: Readonly<Record<Language, Text>>;
}

const pages: Readonly<Record<VisitorPageName, VisitorPage>> = {
  missing: {
    status: 404,
    text: {
      en: {
        heading: 'There is no link here',
        body: 'The address may be mistyped, or the link may have been deleted. Check every character, or ask the person who sent it to you.',
      },
      zh: {
        heading: '这里没有链接',
        body: '地址可能输错了，也可能链接已被删除。请逐字核对，或联系发给你链接的人。',
      },
    },
  },
  expired: {
    status: 410,
    text: {
      en: {
        heading: 'This link has expired',
        body: 'It was valid for a limited time only. Ask the person who sent it to you for a new one.',
      },
      zh: {
        heading: '该链接已过期',
        body: '此链接设有有效期，现已失效。请联系发给你链接的人获取新链接。',
      },
    },
  },
  'used-up': {
    status: 410,
    text: {
      en: {
        heading: 'This link has reached its visit limit',
        body: 'It worked for a limited number of visits only. Ask the person who sent it to you for a new one.',
      },
      zh: {
        heading: '该链接已达到访问上限',
        body: '此链接限制了访问次数，现已用完。请联系发给你链接的人获取新链接。',
      },
    },
  },
  'not-started': {
    status: 404,
    text: {
      en: {
        heading: 'This link is not open yet',
        body: 'It starts working later. Come back then, or ask the person who sent it to you when that is.',
      },
      zh: {
        heading: '该链接尚未生效',
        body: '此链接将在稍后生效。请届时再打开，或向发给你链接的人询问生效时间。',
      },
    },
  },
  off: {
    status: 410,
    text: {
      en: {
        heading: 'This link is switched off',
        body: 'Its owner has switched it off. Ask the person who sent it to you whether it will come back.',
      },
      zh: {
        heading: '该链接已停用',
        body: '链接所有者已将其停用。请联系发给你链接的人，确认是否会重新启用。',
      },
    },
  },
  blocked: {
    status: 403,
    text: {
      en: {
        heading: 'Open this link in another browser',
        body: 'This site doesn’t open links in the app you’re using. Copy the address and open it in your usual browser.',
      },
      zh: {
        heading: '请在其他浏览器中打开',
        body: '本站不支持从当前应用内跳转。请复制链接，在常用浏览器中打开。',
      },
    },
  },
  'too-many': {
    status: 429,
    text: {
      en: {
        heading: 'Please wait a minute',
        body: 'Your network has requested too many links that don’t exist. Wait a minute, then open the link again.',
      },
      zh: {
        heading: '请稍等一分钟',
        body: '你所在的网络请求了过多不存在的链接。请等一分钟，再重新打开此链接。',
      },
    },
  },
  unavailable: {
    status: 503,
    text: {
      en: {
        heading: 'One moment, please',
        body: 'We can’t look up this link right now. Open it again in a few seconds.',
      },
      zh: {
        heading: '请稍候片刻',
        body: '暂时无法查询此链接，请过几秒钟再打开。',
      },
    },
  },
};

export function pageStatus(name: VisitorPageName): number {
  return pages[name].status;
}

type ServeVisitorPage = (
  name: VisitorPageName,
  request: Request,
  headers?: Readonly<Record<string, string>>,
) => Response;

export function createVisitorPages(frame: VisitorFrame): ServeVisitorPage {
  return (name, request, headers = {}) => {
    const { status, text } = pages[name];
    const language = preferredLanguage(request);
    const { heading, body } = text[language];
    const main = `<main>
<p class="status">${status}</p>
<h1>${heading}</h1>
<p class="body">${body}</p>
<p><a class="onward" href="/">${homeLink[language]}</a></p>
</main>
`;
    // The back button must not show a refusal that has ended.
    const ends = status >= 429 || name === 'not-started';
    const cache: Record<string, string> = ends ? { 'Cache-Control': 'no-store' } : {};
    const allHeaders = { ...cache, ...headers };
    return frame(request, { status, title: heading, main, styles, headers: allHeaders });
  };
}

const homeLink: Readonly<Record<Language, string>> = {
  en: 'Go to the home page',
  zh: '返回首页',
};

const styles = `
main{padding-top:clamp(48px,14vh,128px)}
.status{color:var(--accent);font:600 15px/1 var(--mono)}
h1{font-size:clamp(32px,6vw,56px)}
`;
