import { localValues } from '../../storage.ts';

const stepNames = ['name', 'link', 'migrate', 'token'] as const;
export type StepName = (typeof stepNames)[number];

interface FirstStepsMemory {
  /** The optional steps that the administrator has checked. */
  readonly ticked: readonly StepName[];
  readonly isOver: boolean;
}

const STORED = 'first_steps';
const OVER = 'over';

/** The state of the first steps in this browser; null: none yet. */
export function readFirstSteps(): FirstStepsMemory | null {
  const stored = localValues.get(STORED);
  if (stored === null) return null;
  if (stored === OVER) return { ticked: [], isOver: true };
  return { ticked: stepNames.filter((name) => stored.split(' ').includes(name)), isOver: false };
}

export function storeFirstSteps({ ticked, isOver }: FirstStepsMemory) {
  localValues.set(STORED, isOver ? OVER : ticked.join(' '));
}

export function areFirstStepsOver(): boolean {
  return localValues.get(STORED) === OVER;
}
