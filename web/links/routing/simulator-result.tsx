import { Box } from '@mantine/core';
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
export function SimulatorResult({ rules, reply, error, isUnsaved }: SimulatorResultProps) {
  return (
    <Box className="try-result routing-box" mih="5.5rem" p="1rem">
      <output>
        {error !== null && <p data-tone="bad">{explainFailure(error, 'try.failed')}</p>}
        {error === null && reply !== null && (
          <>
            <Box component="p" className="try-why" fw={550}>
              {explain(reply, rules)}
            </Box>
            {reply.target !== '' && (
              <Box component="p" className="try-target" my="0.125rem">
                <span aria-hidden>→ </span>
                <span className="mono">{toReadableUrl(reply.target)}</span>
              </Box>
            )}
            <p className="note">{t('try.status', { status: reply.status })}</p>
          </>
        )}
      </output>
      {isUnsaved && (
        <p className="note" data-tone="warning">
          {t('try.unsaved')}
        </p>
      )}
    </Box>
  );
}

function explain({ why, rule, target }: TryReply, rules: readonly RuleDraft[]): string {
  const decisive = rules[rule ?? -1];
  if (decisive !== undefined) {
    const values = { number: rules.indexOf(decisive) + 1, when: describeCondition(decisive.when) };
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
