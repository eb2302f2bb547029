import type { tryLink } from '../../../contracts/links/simulator.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { explainFailure } from '../../failure.ts';
import { t } from '../../language.ts';
import { toReadableUrl } from '../../ui/text/readable-url.ts';
import { describeCondition } from './condition-kinds.ts';
import type { RuleDraft } from './rule-draft.ts';

export type TryReply = ReplyOf<typeof tryLink>;

interface SimulatorResultProps {
  /** The saved rules: these are tried. */
  readonly rules: readonly RuleDraft[];
  readonly reply: TryReply | null;
  readonly error: unknown;
  readonly isUnsaved: boolean;
}

/** Where the simulated visit leads and why. Screen readers hear each change. */
export function SimulatorResult(props: SimulatorResultProps) {
  const { reply, error, isUnsaved } = props;
  return (
    <div className="try-result">
      <output>
        {error !== null && <p className="try-error">{explainFailure(error, 'try.failed')}</p>}
        {error === null && reply !== null && <Answer {...props} reply={reply} />}
      </output>
      {isUnsaved && <p className="routing-note">{t('try.unsaved')}</p>}
    </div>
  );
}

function Answer({ rules, reply }: SimulatorResultProps & { readonly reply: TryReply }) {
  const { target, status } = reply;
  return (
    <>
      <p className="try-why">{explain(reply, rules)}</p>
      {target === '' ? null : (
        <p className="try-target">
          <span aria-hidden>→ </span>
          <span className="mono">{toReadableUrl(target)}</span>
        </p>
      )}
      <p className="routing-note">{t('try.status', { status })}</p>
    </>
  );
}

function explain({ why, rule, target }: TryReply, rules: readonly RuleDraft[]): string {
  const decisive = rule === null ? undefined : rules[rule];
  if (decisive !== undefined && rule !== null) {
    const values = { number: rule + 1, when: describeCondition(decisive.when) };
    return t(why === 'split' ? 'try.why.split' : 'try.why.rule', values);
  }
  switch (why) {
    case 'long-url':
    case 'rule':
    case 'split':
      return t(rules.length === 0 ? 'try.why.no.rules' : 'try.why.long-url');
    case 'off':
    case 'not-started':
    case 'expired':
    case 'used-up':
      return t(target === '' ? `try.why.${why}` : `try.why.${why}.fallback`);
    default:
      return t(`try.why.${why}`);
  }
}
