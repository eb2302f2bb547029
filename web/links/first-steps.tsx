import { Button, Checkbox } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { t } from '../language.ts';
import { useFirstSteps, type FirstStep } from './use-first-steps.ts';

interface FirstStepsProps {
  /** The number of links on the site; undefined: unknown at present, as in a search. */
  readonly total: number | undefined;
  readonly onAdd: () => void;
}

const pages = { name: 'setting', migrate: 'migration', token: 'token' } as const;
const labels = {
  name: 'steps.name',
  link: 'steps.link',
  migrate: 'steps.migrate',
  token: 'steps.token',
} as const;

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
      <div className="steps-head">
        <h2 id="steps-title" className="steps-title">
          {t('steps.title')}
        </h2>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={end}>
          {t('steps.hide')}
        </Button>
      </div>
      <ol className="steps-list">
        {steps.map((step) => (
          <li key={step.name} className="steps-step" data-done={step.isDone || undefined}>
            <StepMark step={step} onTick={(isOn) => tick(step.name, isOn)} />
            <span className="steps-name">
              <StepName step={step} onAdd={onAdd} />
              {step.isOptional && <span className="steps-note">{t('steps.optional')}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The mark of a step. The site decides; the administrator can check optional steps. */
function StepMark({
  step,
  onTick,
}: {
  readonly step: FirstStep;
  readonly onTick: (isOn: boolean) => void;
}) {
  if (step.isOptional && !step.isDoneBySite) {
    return (
      <Checkbox
        aria-label={t('steps.tick', { step: t(labels[step.name]) })}
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

function StepName({ step, onAdd }: { readonly step: FirstStep; readonly onAdd: () => void }) {
  const label = t(labels[step.name]);
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
