import type * as contract from '../../../contracts/links/simulator.ts';
import { Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RequestOf } from '../../../contracts/route.ts';
import { call, endpoint } from '../../api.ts';
import { t, locale } from '../../language.ts';
import { plainInput } from '../../ui/fields/plain-input.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { InstantField } from '../form/instant-field.tsx';
import { toInstant } from '../form/typed-instant.ts';
import { linksKey } from '../links.api.ts';
import { conditionKinds } from './condition-kinds.ts';
import type { SectionProps } from './routing-fields.ts';
import { SimulatorResult } from './simulator-result.tsx';
import { visitorNames, findUserAgent, type VisitorName } from './visitors.ts';

/** In milliseconds. */
const DEBOUNCE = 250;

const tryLink = endpoint<typeof contract.tryLink>('POST', '/api/urls/try');

/** The visit that the simulator tries, as typed. */
const firstVisit = {
  visitor: 'own' as VisitorName,
  pasted: '',
  country: '',
  language: locale as string,
  at: '',
  query: '',
  isQr: false,
  hasPassword: false,
};
type SimulatedVisit = Readonly<typeof firstVisit>;

/** Tries a visit of the saved link: which rule decides and where it leads. */
export function Simulator({ form, onTried }: SectionProps) {
  const { link, before, changed } = form;
  const [visit, setVisit] = useState<SimulatedVisit>(firstVisit);
  const [request] = useDebouncedValue(toRequest(link?.id ?? 0, visit), DEBOUNCE);
  const { data: reply = null, error } = useQuery({
    // An edit of the link asks again.
    queryKey: [...linksKey, 'try', request],
    queryFn: () => call(tryLink, request),
    placeholderData: keepPreviousData,
    enabled: link !== null,
  });
  const tried = before.rules[reply?.rule ?? -1]?.id ?? reply?.why ?? null;
  useEffect(() => {
    onTried(tried);
    return () => onTried(null);
  }, [tried, onTried]);
  return (
    <>
      <p className="routing-help note">{t('try.help')}</p>
      <SimulatorFields
        hasPassword={link?.has_password === true}
        visit={visit}
        onChange={(change) => setVisit((now) => ({ ...now, ...change }))}
      />
      <SimulatorResult
        rules={before.rules}
        reply={reply}
        error={error}
        isUnsaved={changed.length > 0}
      />
    </>
  );
}

function toRequest(id: number, visit: SimulatedVisit): RequestOf<typeof contract.tryLink> {
  return {
    id,
    user_agent: findUserAgent(visit.visitor, visit.pasted),
    language: visit.language,
    country: visit.country || undefined,
    at: toInstant(visit.at) || undefined,
    query: visit.query.trim().replace(/^\?/, ''),
    is_qr: Number(visit.isQr),
    has_password: Number(visit.hasPassword),
  };
}

interface SimulatorFieldsProps {
  readonly hasPassword: boolean;
  readonly visit: SimulatedVisit;
  readonly onChange: (change: Partial<SimulatedVisit>) => void;
}

/** The fields of a simulated visit. */
function SimulatorFields({ hasPassword, visit, onChange }: SimulatorFieldsProps) {
  const toTextProps = (name: 'pasted' | 'query') => ({
    ...plainInput,
    autoComplete: 'off',
    value: visit[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ [name]: currentTarget.value }),
  });
  const toSwitchProps = (name: 'isQr' | 'hasPassword') => ({
    checked: visit[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ [name]: currentTarget.checked }),
  });
  return (
    <>
      <div className="try-fields">
        <SelectField
          label={t('try.visitor')}
          choices={visitorNames}
          format={(name) => t(`try.visitor.${name}`)}
          value={visit.visitor}
          onChange={(visitor) => onChange({ visitor })}
        />
        {(['country', 'language'] as const).map((name) => (
          <NativeSelect
            key={name}
            label={t(`condition.${name}`)}
            data={[
              { value: '', label: t(`try.${name}.unknown`) },
              ...conditionKinds[name].listChoices(),
            ]}
            value={visit[name]}
            onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
          />
        ))}
        <InstantField
          maw="22rem"
          label={t('try.at')}
          description={t('try.at.help')}
          value={visit.at}
          onChange={(at) => onChange({ at })}
        />
        <TextInput {...toTextProps('query')} label={t('try.query')} maxLength={2048} />
      </div>
      {visit.visitor === 'pasted' && (
        <TextInput {...toTextProps('pasted')} label={t('try.user.agent')} maxLength={512} />
      )}
      <Group gap="0.75rem 2rem">
        <Switch {...toSwitchProps('isQr')} label={t('scan.yes')} />
        {hasPassword && <Switch {...toSwitchProps('hasPassword')} label={t('try.password')} />}
      </Group>
    </>
  );
}
