import { LINK_PASSWORD_MAX } from '../../contracts/links/routing.constants.ts';
import { preferredLanguage, type Language } from './visitor-choice.ts';
import type { VisitorFrame } from './visitor-frame.ts';

export type PasswordState = 'asked' | 'wrong' | 'throttled';

interface Text {
  readonly heading: string;
  readonly body: string;
  readonly label: string;
  readonly open: string;
  readonly wrong: string;
  throttled(seconds: number): string;
}

const texts: Readonly<Record<Language, Text>> = {
  en: {
    heading: 'This link has a password',
    body: 'Enter the password to open it. The person who sent you the link knows it.',
    label: 'Password',
    open: 'Open the link',
    wrong: 'This password is wrong. Check every character and try again.',
    throttled: (seconds) => `Too many attempts. Try again in ${seconds} s.`,
  },
  zh: {
    heading: '该链接需要密码',
    body: '输入密码即可打开。密码请向发给你链接的人索取。',
    label: '密码',
    open: '打开链接',
    wrong: '密码不正确，请逐字核对后重试。',
    throttled: (seconds) => `尝试次数过多，请在 ${seconds} 秒后重试。`,
  },
};

const statuses: Readonly<Record<PasswordState, number>> = {
  asked: 200,
  wrong: 403,
  throttled: 429,
};

/** Chromium checks `form-action` at the redirect to the target, too. */
const sources = new Map([['form-action', new Set(['https:', 'http:'])]] as const);

export function renderPasswordPage(
  frame: VisitorFrame,
  request: Request,
  state: PasswordState,
  retrySeconds = 0,
): Response {
  const text = texts[preferredLanguage(request)];
  const failure = { asked: '', wrong: text.wrong, throttled: text.throttled(retrySeconds) }[state];
  const error = failure === '' ? '' : `<p class="error" id="error" role="alert">${failure}</p>\n`;
  const described = failure === '' ? '' : ' aria-invalid="true" aria-describedby="error"';
  const main = `<main>
<h1>${text.heading}</h1>
<p class="body">${text.body}</p>
<form method="post">
<label for="password">${text.label}</label>
<input id="password" name="password" type="password" maxlength="${LINK_PASSWORD_MAX}" required autofocus autocomplete="off"${described}>
${error}<button class="go">${text.open}</button>
</form>
</main>
`;
  const headers: Record<string, string> = { 'Cache-Control': 'private, no-store' };
  if (state === 'throttled') headers['Retry-After'] = String(retrySeconds);
  return frame(request, {
    status: statuses[state],
    title: text.heading,
    main,
    styles,
    headers,
    sources,
  });
}

const styles = `
main{padding-top:clamp(48px,14vh,128px)}
h1{font-size:clamp(32px,6vw,56px)}
form{display:flex;flex-direction:column;align-items:flex-start;gap:12px;max-width:24em;margin-top:8px}
label{font-weight:600}
input{width:100%;padding:10px 14px;border:1px solid var(--muted);border-radius:6px;background:transparent;color:inherit;font:inherit}
input:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.error{color:var(--accent)}
[aria-invalid]{border-color:var(--accent)}
.go{margin-top:4px}
`;
