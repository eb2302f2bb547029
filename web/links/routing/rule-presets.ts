import { phoneSystems } from '../form/visitor-fields.ts';
import { conditionKinds } from './condition-kinds.ts';
import { createId, noShare, rulePath, type RuleDraft } from './rule-draft.ts';

export const presetNames = ['phones', 'languages', 'countries', 'split', 'hours'] as const;
export type PresetName = (typeof presetNames)[number];

interface Preset {
  readonly rules: readonly RuleDraft[];
  /** The path of the first field that is to be filled in. */
  readonly first: string;
}

function create(when: RuleDraft['when'], shares: RuleDraft['shares'] = [noShare]): RuleDraft {
  return { id: createId(), when, shares };
}

/** The rules of a usual case, without what only the user knows. `url` is the target without them. */
export function createPreset(name: PresetName, url: string): Preset {
  switch (name) {
    case 'phones': {
      const apple = create({ system: [...phoneSystems.apple] });
      const google = create({ system: [...phoneSystems.google] });
      return { rules: [apple, google], first: rulePath(apple.id, 'target', 0) };
    }
    case 'split': {
      const rule = create({}, [{ ...noShare, target: url }, noShare]);
      return { rules: [rule], first: rulePath(rule.id, 'target', 1) };
    }
    case 'hours': {
      const rule = create({ hours: conditionKinds.hours.create() });
      return { rules: [rule], first: rulePath(rule.id, 'target', 0) };
    }
    default: {
      const kind = name === 'languages' ? 'language' : 'country';
      const rule = create({ [kind]: [] });
      return { rules: [rule], first: rulePath(rule.id, kind) };
    }
  }
}
