import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { dark, light } from './colors.ts';

// Mantine fills controls with shade 7 in the light scheme and shade 4 in the dark (`primaryShade`).
const vermilion: MantineColorsTuple = [
  '#FDF1ED',
  light['accent-soft'],
  '#F7CFC3',
  '#FF9F87',
  dark.accent,
  dark['accent-strong'],
  '#DE4A2C',
  light.accent,
  light['accent-strong'],
  '#8F2510',
];
const crimson: MantineColorsTuple = [
  '#FDF0F2',
  '#FADFE3',
  '#F3BAC3',
  '#FFA9B4',
  dark.error,
  '#FF96A0',
  '#C4284A',
  light.error,
  '#8C1329',
  '#741023',
];
const paper: MantineColorsTuple = [
  light.ground,
  light.raised,
  '#EEE9E2',
  light.line,
  light.edge,
  '#756D64',
  light.muted,
  '#4A443E',
  '#2E2A26',
  light.ink,
];
const night: MantineColorsTuple = [
  dark.ink,
  '#C9C1B8',
  dark.muted,
  '#9A9188',
  dark.edge,
  dark.raised,
  dark.surface,
  dark.ground,
  '#100E0D',
  '#0B0A09',
];

const sans =
  "'Instrument Sans Variable', 'PingFang SC', 'Noto Sans CJK SC', 'Microsoft YaHei', system-ui, sans-serif";
const mono =
  "ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

export const theme = createTheme({
  primaryColor: 'vermilion',
  primaryShade: { light: 7, dark: 4 },
  colors: { vermilion, red: crimson, gray: paper, dark: night },
  white: light.surface,
  black: light.ink,
  fontFamily: sans,
  fontFamilyMonospace: mono,
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '0.9375rem', lg: '1.125rem', xl: '1.5rem' },
  fontWeights: { regular: '400', medium: '550', bold: '650' },
  headings: { fontFamily: sans, fontWeight: '600' },
  defaultRadius: 'md',
  radius: { sm: '0.25rem', md: '0.375rem', lg: '0.625rem' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Fills are dark in the light scheme and bright in the dark: their text follows the scheme.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: 'var(--brisk-on-fill)' } : colors;
  },
  components: {
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    Tooltip: { defaultProps: { withArrow: false, openDelay: 150, multiline: true, maw: 280 } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        // The dialog opens within the event. `shell.css` fades it in.
        transitionProps: { duration: 0 },
        // Mantine uses <header> in a dialog, which would be a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Menu: {
      defaultProps: {
        position: 'bottom-end',
        transitionProps: { duration: 120 },
        withinPortal: false,
        withInitialFocusPlaceholder: false,
      },
    },
  },
});

function name(colors: typeof light): Record<string, string> {
  const named = Object.entries(colors).map(([role, color]) => [`--brisk-${role}`, color]);
  return {
    ...Object.fromEntries(named),
    '--mantine-color-body': colors.ground,
    '--mantine-color-text': colors.ink,
    '--mantine-color-bright': colors.ink,
    '--mantine-color-dimmed': colors.muted,
    '--mantine-color-placeholder': colors.muted,
    '--mantine-color-error': colors.error,
    '--mantine-color-anchor': colors.accent,
    '--mantine-color-default': colors.surface,
    '--mantine-color-default-color': colors.ink,
    '--mantine-color-default-hover': colors.raised,
    '--mantine-color-default-border': colors.edge,
    '--mantine-color-disabled': colors.raised,
    '--mantine-color-disabled-color': colors.muted,
    '--mantine-color-disabled-border': colors.line,
    '--mantine-primary-color-contrast': colors['on-fill'],
  };
}

export const resolveCssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: name(light),
  dark: name(dark),
});
