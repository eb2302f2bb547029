import type * as contract from '../../../contracts/links/simulator.ts';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RequestOf } from '../../../contracts/route.ts';
import { call, endpoint } from '../../api.ts';
import { t, locale } from '../../language.ts';
import { plainInput } from '../../ui/fields/plain-input.ts';
import { InstantField } from '../form/instant-field.tsx';
import { toInstant } from '../form/typed-instant.ts';
import { linksKey } from '../links.api.ts';
import { conditionKinds } from './condition-kinds.ts';
import type { SectionProps } from './routing-fields.ts';
import { SimulatorResult } from './simulator-result.tsx';
import { visitorNames, findUserAgent, type VisitorName } from './visitors.ts';
import './simulator.css';

/** In milliseconds. */
const DEBOUNCE = 250;

const tryLink = endpoint<typeof contract.tryLink>('POST', '/api/urls/try');

type TryRequest = RequestOf<typeof contract.tryLink>;

/** The visit that the simulator tries. */
interface SimulatedVisit {
  readonly visitor: VisitorName;
  readonly pasted: string;
  readonly country: string;
  readonly language: string;
  /** As typed; `''` = now. */
  readonly at: string;
  readonly query: string;
  readonly isQr: boolean;
  readonly hasPassword: boolean;
}

const firstVisit: SimulatedVisit = {
  visitor: 'own',
  pasted: '',
  country: '',
  language: locale,
  at: '',
  query: '',
  isQr: false,
  hasPassword: false,
};

/** Tries a visit of the saved link: which rule decides and where it leads. */
export function Simulator({ form, onTried }: SectionProps) {
  const { link, before, changed } = form;
  const [visit, setVisit] = useState(firstVisit);
  const [request] = useDebouncedValue(toRequest(link?.id ?? 0, visit), DEBOUNCE);
  const { data: reply = null, error } = useQuery({
    // An edit of the link asks again.
    queryKey: [...linksKey, 'try', request],
    queryFn: () => call(tryLink, request),
    placeholderData: keepPreviousData,
    enabled: link !== null,
  });
  const ruleId = before.rules[reply?.rule ?? -1]?.id ?? null;
  const isLongUrl = reply?.why === 'long-url';
  useEffect(() => {
    onTried({ ruleId, isLongUrl });
    return () => onTried(null);
  }, [ruleId, isLongUrl, onTried]);
  return (
    <div className="try">
      <p className="routing-note">{t('try.help')}</p>
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
    </div>
  );
}

function toRequest(id: number, visit: SimulatedVisit): TryRequest {
  const at = toInstant(visit.at) ?? 0;
  return {
    id,
    user_agent: findUserAgent(visit.visitor, visit.pasted),
    language: visit.language,
    ...(visit.country !== '' && { country: visit.country }),
    ...(at !== 0 && { at }),
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

interface TypedEvent {
  readonly currentTarget: { readonly value: string };
}

/** The fields of a simulated visit. */
function SimulatorFields({ hasPassword, visit, onChange }: SimulatorFieldsProps) {
  const toProps = (name: 'pasted' | 'country' | 'language' | 'query') => ({
    value: visit[name],
    onChange: ({ currentTarget: { value } }: TypedEvent) => onChange({ [name]: value }),
  });
  const text = { ...plainInput, autoComplete: 'off' };
  const { country, language } = conditionKinds;
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
          {...toProps('country')}
          label={t('try.country')}
          data={[{ value: '', label: t('try.country.unknown') }, ...country.listChoices()]}
        />
        <NativeSelect
          {...toProps('language')}
          label={t('try.language')}
          data={[{ value: '', label: t('try.language.unknown') }, ...language.listChoices()]}
        />
        <InstantField
          className="routing-instant"
          label={t('try.at')}
          description={t('try.at.help')}
          value={visit.at}
          onChange={(at) => onChange({ at })}
        />
        <TextInput {...text} {...toProps('query')} label={t('try.query')} maxLength={2048} />
      </div>
      {visit.visitor === 'pasted' && (
        <TextInput {...text} {...toProps('pasted')} label={t('try.user.agent')} maxLength={512} />
      )}
      <div className="try-switches">
        <Switch
          label={t('try.qr')}
          checked={visit.isQr}
          onChange={({ currentTarget: { checked } }) => onChange({ isQr: checked })}
        />
        {hasPassword && (
          <Switch
            label={t('try.password')}
            checked={visit.hasPassword}
            onChange={({ currentTarget: { checked } }) => onChange({ hasPassword: checked })}
          />
        )}
      </div>
    </>
  );
}
