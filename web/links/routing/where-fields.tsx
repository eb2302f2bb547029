import { NativeSelect, Switch } from '@mantine/core';
import { redirectStatuses } from '../../../contracts/links/routing.constants.ts';
import { t } from '../../language.ts';
import type { SectionProps } from './routing-fields.ts';
import { RuleList } from './rule-list.tsx';

/** The rules of a link and how it redirects. */
export function WhereFields(props: SectionProps) {
  const { values, set } = props.form;
  return (
    <>
      <RuleList {...props} />
      <div className="routing-small">
        <NativeSelect
          className="routing-half"
          label={t('where.status')}
          description={t(`where.status.${values.redirect_status}`)}
          name="redirect_status"
          data={redirectStatuses.map((status) => ({
            value: String(status),
            label: t('where.status.name', {
              status,
              name: t(status === 302 || status === 307 ? 'where.temporary' : 'where.permanent'),
            }),
          }))}
          value={String(values.redirect_status)}
          onChange={({ currentTarget: { value } }) =>
            set({
              redirect_status: redirectStatuses.find((status) => String(status) === value) ?? 302,
            })
          }
        />
        <Switch
          label={t('where.query')}
          description={t('where.query.help')}
          checked={values.forward_query}
          onChange={({ currentTarget: { checked } }) => set({ forward_query: checked })}
        />
        <Switch
          label={t('where.path')}
          description={t('where.path.help')}
          checked={values.forward_path}
          onChange={({ currentTarget: { checked } }) => set({ forward_path: checked })}
        />
      </div>
    </>
  );
}
