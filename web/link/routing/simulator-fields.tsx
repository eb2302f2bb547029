import { NativeSelect, Switch, TextInput } from '@mantine/core';
import type { Link } from '../../../contracts/links.ts';
import { t } from '../../language.ts';
import { plainInput } from '../../ui/plain-input.ts';
import { listCountries, listLanguages } from './choices.ts';
import { InstantField } from './instant-field.tsx';
import type { SimulatedVisit } from './use-simulator.ts';
import { visitorNames } from './visitors.ts';

interface SimulatorFieldsProps {
  readonly link: Link;
  readonly visit: SimulatedVisit;
  readonly onChange: (change: Partial<SimulatedVisit>) => void;
}

/** The fields of a simulated visit. */
export function SimulatorFields({ link, visit, onChange }: SimulatorFieldsProps) {
  return (
    <>
      <div className="try-fields">
        <NativeSelect
          label={t('try.visitor')}
          data={visitorNames.map((name) => ({ value: name, label: t(`try.visitor.${name}`) }))}
          value={visit.visitor}
          onChange={({ currentTarget: { value } }) =>
            onChange({ visitor: visitorNames.find((name) => name === value) ?? 'own' })
          }
        />
        <NativeSelect
          label={t('try.country')}
          data={[{ value: '', label: t('try.country.unknown') }, ...listCountries()]}
          value={visit.country}
          onChange={({ currentTarget: { value } }) => onChange({ country: value })}
        />
        <NativeSelect
          label={t('try.language')}
          data={[{ value: '', label: t('try.language.unknown') }, ...listLanguages()]}
          value={visit.language}
          onChange={({ currentTarget: { value } }) => onChange({ language: value })}
        />
        <InstantField
          label={t('try.at')}
          help={t('try.at.help')}
          value={visit.at}
          onChange={(at) => onChange({ at })}
        />
        <TextInput
          {...plainInput}
          label={t('try.query')}
          autoComplete="off"
          maxLength={2048}
          value={visit.query}
          onChange={({ currentTarget: { value } }) => onChange({ query: value })}
        />
      </div>
      {visit.visitor === 'pasted' && (
        <TextInput
          {...plainInput}
          label={t('try.user.agent')}
          autoComplete="off"
          maxLength={512}
          value={visit.pasted}
          onChange={({ currentTarget: { value } }) => onChange({ pasted: value })}
        />
      )}
      <SimulatorSwitches link={link} visit={visit} onChange={onChange} />
    </>
  );
}

function SimulatorSwitches({ link, visit, onChange }: SimulatorFieldsProps) {
  return (
    <div className="try-switches">
      <Switch
        label={t('try.qr')}
        checked={visit.isQr}
        onChange={({ currentTarget: { checked } }) => onChange({ isQr: checked })}
      />
      {link.has_password && (
        <Switch
          label={t('try.password')}
          checked={visit.hasPassword}
          onChange={({ currentTarget: { checked } }) => onChange({ hasPassword: checked })}
        />
      )}
    </div>
  );
}
