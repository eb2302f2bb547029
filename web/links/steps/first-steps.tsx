import { Button, Checkbox, Group } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, useCallback } from 'react';
import type { listTokens } from '../../../contracts/people/tokens.ts';
import { call, endpoint } from '../../api.ts';
import { t } from '../../language.ts';
import { siteInfoQuery } from '../../site-info.ts';
import { readFirstSteps, storeFirstSteps, type StepName } from './first-steps-memory.ts';

interface FirstStepsProps {
  /** The number of links on the site; undefined: unknown at present, as in a search. */
  readonly total: number | undefined;
  readonly onAdd: () => void;
}

const pages = { name: 'setting', migrate: 'migration', token: 'token' } as const;
/** With more links, a site is not new. */
const NEW_MAX = 20;

/** The checklist of a new site. It disappears when complete, dismissed or not needed. */
export function FirstSteps({ total, onAdd }: FirstStepsProps) {
  const [links, setLinks] = useState(total);
  if (total !== undefined && total !== links) setLinks(total);
  const { steps, isOver, tick, end } = useFirstSteps(links);
  const isDone = (links ?? 0) >= NEW_MAX || (steps?.every((step) => step.isDone) ?? false);
  useEffect(() => {
    if (isDone && !isOver) end();
  }, [isDone, isOver, end]);
  if (isOver || steps === null || isDone) return null;
  return (
    <section className="steps" aria-labelledby="steps-title">
      <Group justify="space-between" wrap="nowrap">
        <h2 id="steps-title" className="steps-title">
          {t('steps.title')}
        </h2>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={end}>
          {t('steps.hide')}
        </Button>
      </Group>
      <ol className="steps-list">
        {steps.map((step) => (
          <li key={step.name} className="steps-step" data-done={step.isDone || undefined}>
            <StepMark step={step} onTick={(isOn) => tick(step.name, isOn)} />
            <Group gap="0 0.5rem" align="baseline">
              <StepLabel step={step} onAdd={onAdd} />
              {step.isOptional && <span className="note">{t('steps.optional')}</span>}
            </Group>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface StepMarkProps {
  readonly step: FirstStep;
  readonly onTick: (isOn: boolean) => void;
}

/** The mark of a step. The site decides; the administrator can check optional steps. */
function StepMark({ step, onTick }: StepMarkProps) {
  if (step.isOptional && !step.isDoneBySite) {
    return (
      <Checkbox
        aria-label={t('steps.tick', { step: t(`steps.${step.name}`) })}
        radius="xl"
        checked={step.isDone}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
    );
  }
  const Icon = step.isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <>
      <Icon className="steps-mark" size={28} stroke={1} aria-hidden />
      <span className="visually-hidden">{t(step.isDone ? 'steps.done' : 'steps.open')}</span>
    </>
  );
}

function StepLabel({ step, onAdd }: { readonly step: FirstStep; readonly onAdd: () => void }) {
  const label = t(`steps.${step.name}`);
  if (step.isDone) return label;
  if (step.name === 'link') {
    return (
      <button type="button" className="steps-action" onClick={onAdd}>
        {label}
      </button>
    );
  }
  return (
    <Link className="steps-action" to="/admin/$name" params={{ name: pages[step.name] }}>
      {label}
    </Link>
  );
}

interface FirstStep {
  readonly name: StepName;
  readonly isOptional: boolean;
  /** Done, or checked by the administrator. */
  readonly isDone: boolean;
  /** True: the state of the site shows that the step is done. */
  readonly isDoneBySite: boolean;
}

const listTokensEndpoint = endpoint<typeof listTokens>('GET', '/api/tokens');

/** Whether there is the token of the account's page, or one with a name. */
async function hasToken(): Promise<boolean> {
  return (await call(listTokensEndpoint, {})).length > 0;
}

/** The first steps of a site with that many links; null while unknown. A site in use has none. */
function useFirstSteps(links: number | undefined) {
  const [memory, setMemory] = useState(readFirstSteps);
  const isOver = memory?.isOver ?? false;
  const site = useQuery({ ...siteInfoQuery, enabled: !isOver });
  const token = useQuery({ queryKey: ['has-api-token'], queryFn: hasToken, enabled: !isOver });
  // The placeholder for an unnamed site has no keywords.
  const isNamed = site.data !== undefined && 'keywords' in site.data;
  const isLoaded = site.data !== undefined && token.data !== undefined && links !== undefined;

  const end = useCallback(() => setMemory({ ticked: [], isOver: true }), []);
  if (isLoaded && memory === null) setMemory({ ticked: [], isOver: isNamed && links > 0 });
  useEffect(() => {
    if (memory !== null) storeFirstSteps(memory);
  }, [memory]);

  const ticked = memory?.ticked ?? [];
  const step = (name: StepName, isDoneBySite: boolean, isOptional = false): FirstStep => ({
    name,
    isOptional,
    isDoneBySite,
    isDone: isDoneBySite || ticked.includes(name),
  });
  return {
    steps: isLoaded
      ? [
          step('name', isNamed),
          step('link', links > 0),
          step('migrate', false, true),
          step('token', token.data, true),
        ]
      : null,
    isOver,
    end,
    tick: (name: StepName, isOn: boolean) => {
      const others = ticked.filter((other) => other !== name);
      setMemory({ ticked: isOn ? [...others, name] : others, isOver: false });
    },
  };
}
