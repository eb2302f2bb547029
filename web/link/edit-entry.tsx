import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link as RouterLink } from '@tanstack/react-router';
import { locale, t } from '../language.ts';
import { toStats } from '../links/stats-link.ts';
import { Instant } from '../ui/instant.tsx';
import { formatExactTime } from '../ui/relative-time.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { ChangeValues } from './change-values.tsx';
import type { Edit } from './edits.ts';
import { formatFieldNames, formatFieldName } from './field-names.ts';
import type { RevertFault } from './use-revert.tsx';

interface EditEntryProps {
  readonly edit: Edit;
  /** True: the link has all its values from before this edit. */
  readonly isReverted: boolean;
  readonly isRunning: boolean;
  readonly fault: RevertFault | null;
  readonly onRevert: () => void;
}

/** Shows an edit of a link: editor, time, changes and the button to revert it. */
export function EditEntry({ edit, isReverted, isRunning, fault, onRevert }: EditEntryProps) {
  const { at, who, changes } = edit;
  const fields = formatFieldNames(changes.map(({ field }) => field));
  const exact = formatExactTime(at, locale, 'short');
  return (
    <li className="edit" tabIndex={-1}>
      <div className="edit-head">
        <p>
          <span className="edit-who">{t(`link.who.${who}`)}</span>{' '}
          <span className="muted">
            <Instant at={at} locale={locale} justNow={t('just.now')} /> · {exact}
          </span>
        </p>
        {isReverted ? (
          <span className="edit-reverted">{t('link.revert.already')}</span>
        ) : (
          <RevertButton
            label={t('link.revert.of', { fields, when: exact })}
            isRunning={isRunning}
            onPress={onRevert}
          />
        )}
      </div>
      {fault !== null && (
        <p className="edit-fault" role="alert">
          {fault.text} {fault.isCodeTaken && <TakenCode edit={edit} />}
        </p>
      )}
      <dl className="edit-changes">
        {changes.map((change) => (
          <div key={change.field} className="edit-change">
            <dt>{formatFieldName(change.field)}</dt>
            <dd>
              <ChangeValues {...change} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

interface RevertButtonProps {
  readonly label: string;
  readonly isRunning: boolean;
  readonly onPress: () => void;
}

function RevertButton({ label, isRunning, onPress }: RevertButtonProps) {
  const mark = useFocusFallback<HTMLButtonElement>('li');
  return (
    <Button
      ref={mark}
      size="compact-sm"
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      aria-label={label}
      aria-busy={isRunning}
      onClick={onPress}
    >
      {t('link.revert')}
    </Button>
  );
}

/** Links to the link that has taken the former code. */
function TakenCode({ edit: { changes } }: { readonly edit: Edit }) {
  const code = changes.find(({ field }) => field === 'short_url')?.from;
  if (typeof code !== 'string') return null;
  return <RouterLink {...toStats(code)}>{t('link.revert.taken', { code })}</RouterLink>;
}
