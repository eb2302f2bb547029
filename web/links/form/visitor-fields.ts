import { routingDefaults } from '../../../contracts/links/link-fields.constants.ts';
import {
  LINK_PASSWORD_MAX,
  SOCIAL_DESCRIPTION_MAX,
  SOCIAL_TITLE_MAX,
} from '../../../contracts/links/routing.constants.ts';
import type { Rule, Social } from '../../../contracts/links/routing.ts';
import { t } from '../../language.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import type { Faults } from './faults.ts';
import {
  explainLength,
  explainUrl,
  linkFields,
  type Fields,
  type LinkValues,
} from './link-fields.ts';
import type { LinkForm } from './use-link-form.ts';

/** What visitors get beside a redirect, which the dialog and the page of a link ask for. */
export interface VisitorValues {
  /** Null keeps the password, `''` removes it. */
  readonly password: string | null;
  readonly social: Social;
}

/** A form that has these fields, too. */
export type VisitorForm = LinkForm<LinkValues & VisitorValues>;

export const visitorFields: Fields<VisitorValues> = {
  password: {
    empty: null,
    read: () => null,
    toEdit: ({ password }) => ({ password: password ?? '' }),
    explain: ({ password }) =>
      (password ?? '').length > LINK_PASSWORD_MAX
        ? t('add.text.long', { max: LINK_PASSWORD_MAX })
        : null,
  },
  social: {
    empty: routingDefaults.social,
    toEdit: ({ social }) => ({ social: { ...social, image: completeUrl(social.image) } }),
    explain: ({ social: { title, description, image } }) =>
      toFaults([
        ['social.title', explainLength(title, SOCIAL_TITLE_MAX)],
        ['social.description', explainLength(description, SOCIAL_DESCRIPTION_MAX)],
        ['social.image', explainUrl(image, null)],
      ]),
  },
};

export function toFaults(texts: readonly (readonly [path: string, text: string | null])[]): Faults {
  return Object.fromEntries(texts.filter(([, text]) => text !== null)) as Faults;
}

/** The systems of phones and tablets, by the shop that has their apps. */
export const phoneSystems = {
  apple: ['iOS', 'iPadOS'],
  google: ['Android', 'HarmonyOS'],
} as const satisfies Record<string, NonNullable<Rule['when']['system']>>;
export type PhoneName = keyof typeof phoneSystems;
export const phoneNames = ['apple', 'google'] as const satisfies readonly PhoneName[];

/** The values of the dialog that adds a link. */
export interface NewLinkValues extends LinkValues, VisitorValues {
  /** Targets as typed; `''` = no rule. */
  readonly rules: Readonly<Record<PhoneName, string>>;
}
export type NewLinkForm = LinkForm<NewLinkValues>;

export const newLinkFields: Fields<NewLinkValues> = {
  ...linkFields,
  rules: {
    empty: { apple: '', google: '' },
    // A stored link has its own page for all its rules.
    read: () => ({ apple: '', google: '' }),
    toEdit: ({ rules }) => ({
      rules: listPhones(rules).map((name) => ({
        when: { system: [...phoneSystems[name]] },
        target: completeUrl(rules[name]),
      })),
    }),
    explain: ({ rules }) =>
      toFaults(phoneNames.map((name) => [`rules.${name}`, explainUrl(rules[name], null)])),
    toPath: (path, { rules }) =>
      `rules.${listPhones(rules)[Number(path.split('.')[1])] ?? 'apple'}`,
  },
  ...visitorFields,
};

function listPhones(rules: NewLinkValues['rules']): PhoneName[] {
  return phoneNames.filter((name) => rules[name].trim() !== '');
}
