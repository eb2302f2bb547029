import { Box, Button, Group } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link as RouterLink } from '@tanstack/react-router';
import type { HistoryField } from '../../contracts/links/link-fields.constants.ts';
import { describeAccount } from '../owners/account-name.ts';
import { locale, t } from '../language.ts';
import { toStats } from '../links/stats-link.ts';
import { When } from '../parts/when.tsx';
import { formatExactTime } from '../ui/text/relative-time.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { formatFieldName, formatFieldNames, isFromDeleted, type Edit } from './edits.ts';
import { formatChange } from './format-change.ts';
import type { Change } from './link.api.ts';
import { leaveUnmarked, markDifference, type MarkedText } from './mark-difference.ts';

/** The name of the token that each account shows on its page. */
const DEFAULT_TOKEN = 'default';

/** The reason why a revert failed. The page shows it beside that edit. */
export interface RevertFault {
  readonly at: number;
  readonly text: string;
  readonly isCodeTaken: boolean;
}

interface EditEntryProps {
  readonly edit: Edit;
  /** True: a revert would change nothing. */
  readonly isFinal: boolean;
  readonly isRunning: boolean;
  readonly fault: RevertFault | null;
  readonly onRevert: () => void;
}

/** Shows an edit of a link: editor, time, changes and the button to revert it. */
export function EditEntry({ edit, isFinal, isRunning, fault, onRevert }: EditEntryProps) {
  const { at, changes } = edit;
  const fields = formatFieldNames(changes.map(({ field }) => field));
  const exact = formatExactTime(at, locale, 'short');
  return (
    <li className="edit" tabIndex={-1}>
      <Group justify="space-between" gap="0.25rem 1rem" mih="1.875rem">
        <p>
          <Box component="span" className="edit-who" fw={600}>
            {describeEditor(edit)}
          </Box>{' '}
          <span className="muted">
            <When at={at} /> · {exact}
          </span>
        </p>
        {isFinal ? (
          !changes.some(isFromDeleted) && (
            <span className="edit-reverted note">{t('link.revert.already')}</span>
          )
        ) : (
          <RevertButton
            label={t('link.revert.of', { fields, when: exact })}
            isRunning={isRunning}
            onPress={onRevert}
          />
        )}
      </Group>
      {fault !== null && (
        <Box component="p" mt="0.25rem" data-tone="bad" role="alert">
          {fault.text} {fault.isCodeTaken && <TakenCode edit={edit} />}
        </Box>
      )}
      <Box component="dl" className="edit-changes" mt="0.5rem">
        {changes.map((change) => (
          <div key={change.field} className="edit-change">
            <dt>{formatFieldName(change.field)}</dt>
            <dd>
              <ChangeValues {...change} />
            </dd>
          </div>
        ))}
      </Box>
    </li>
  );
}

/** Who made an edit, and with which API token. */
function describeEditor({ who, by, token }: Edit): string {
  if (by === undefined) return t(`link.who.${who}`);
  const name = by === null ? t('link.who.unknown') : describeAccount(by);
  if (who === 'login') return name;
  const isNamed = typeof token === 'string' && token !== DEFAULT_TOKEN;
  return isNamed ? t('link.who.by.named', { name, token }) : t('link.who.by.token', { name });
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

function ChangeValues({ field, from, to }: Change) {
  const [before, after] = markValues(field, from, to);
  return (
    <dl className="change-values" data-code={isCode(field) || undefined}>
      <dt className="visually-hidden">{t('link.change.from')}</dt>
      <dd className="change-from">
        <Marked text={before} isRemoved />
      </dd>
      <dt className="visually-hidden">{t('link.change.to')}</dt>
      <dd className="change-to">
        <Marked text={after} />
      </dd>
    </dl>
  );
}

function Marked({
  text: { start, different, end },
  isRemoved = false,
}: {
  readonly text: MarkedText;
  readonly isRemoved?: boolean;
}) {
  if (start + different + end === '') return <span className="muted">{t('link.change.none')}</span>;
  const Mark = isRemoved ? 'del' : 'ins';
  return (
    <>
      {start}
      {different !== '' && <Mark>{different}</Mark>}
      {end}
    </>
  );
}

function isCode(field: HistoryField): boolean {
  return field === 'short_url' || field === 'long_url' || field === 'fallback_url';
}

function markValues(field: HistoryField, from: Change['from'], to: Change['from']) {
  if (field === 'password' && from === to) {
    const [set, renewed] = [t('link.change.password.set'), t('password.new')];
    return [leaveUnmarked(set), leaveUnmarked(renewed)] as const;
  }
  const [before, after] = [formatChange(field, from), formatChange(field, to)];
  const isText = typeof from !== 'number';
  // Beside an empty text, marks would show no difference.
  if (isText && before !== '' && after !== '') return markDifference(before, after);
  return [leaveUnmarked(before), leaveUnmarked(after)] as const;
}
