import { ruleDevices } from '../../../contracts/routing.constants.ts';
import { t } from '../../language.ts';
import { ChipsField } from './chips-field.tsx';
import { ChoicesField } from './choices-field.tsx';
import { listCountries, listLanguages } from './choices.ts';
import { DatesField } from './dates-field.tsx';
import { HoursField } from './hours-field.tsx';
import { capitalize } from './names.ts';
import { apps, browsers, systems } from './known-names.ts';
import { QueryField } from './query-field.tsx';
import type { ConditionDraft, ConditionKind } from './rule-draft.ts';
import { ScanField } from './scan-field.tsx';

interface ConditionFieldProps {
  readonly kind: ConditionKind;
  readonly when: ConditionDraft;
  readonly path: string;
  readonly error: string | undefined;
  readonly onChange: (change: ConditionDraft) => void;
  readonly onLeave: () => void;
}

/** The fields of one condition. */
export function ConditionField({ kind, when, onChange, ...common }: ConditionFieldProps) {
  const label = t(`condition.${kind}`);
  switch (kind) {
    case 'device':
      return (
        <ChipsField
          {...common}
          label={label}
          choices={ruleDevices.map((value) => ({
            value,
            label: capitalize(t(`rule.device.${value}`)),
          }))}
          chosen={when.device ?? []}
          onChange={(device) => onChange({ device: device as NonNullable<typeof when.device> })}
        />
      );
    case 'is_qr':
      return <ScanField {...common} isQr={when.is_qr ?? true} onChange={onChange} />;
    case 'query':
      return <QueryField {...common} pairs={when.query ?? []} onChange={onChange} />;
    case 'hours':
      return when.hours && <HoursField {...common} hours={when.hours} onChange={onChange} />;
    case 'dates':
      return when.dates && <DatesField {...common} dates={when.dates} onChange={onChange} />;
    default:
      return (
        <ChoicesField
          {...common}
          label={label}
          choices={listChoices(kind)}
          chosen={when[kind] ?? []}
          onChange={(chosen) => onChange({ [kind]: chosen })}
        />
      );
  }
}

type NameKind = 'system' | 'browser' | 'in_app' | 'country' | 'language';

function listChoices(kind: NameKind): readonly { value: string; label: string }[] {
  if (kind === 'country') return listCountries();
  if (kind === 'language') return listLanguages();
  const names = { system: systems, browser: browsers, in_app: apps }[kind];
  return names.map((name) => ({ value: name, label: name }));
}
