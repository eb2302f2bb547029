import { localValues } from '../storage.ts';

const stepNames = ['name', 'link', 'migrate', 'token'] as const;
export type StepName = (typeof stepNames)[number];

interface FirstStepsMemory {
  /** The optional steps that the administrator ticked off. */
  readonly ticked: readonly StepName[];
  readonly isOver: boolean;
}

const STORED = 'first_steps';
const OVER = 'over';

/** What this browser remembers of the first steps; null: it has never seen them. */
export function readFirstSteps(): FirstStepsMemory | null {
  const stored = localValues.get(STORED);
  if (stored === null) return null;
  if (stored === OVER) return { ticked: [], isOver: true };
  return { ticked: stepNames.filter((name) => stored.split(' ').includes(name)), isOver: false };
}

export function keepFirstSteps({ ticked, isOver }: FirstStepsMemory) {
  localValues.set(STORED, isOver ? OVER : ticked.join(' '));
}
