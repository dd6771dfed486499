import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Teal from pale to deep; 4 is the accent of the dark theme, 8 that of the light one. */
const accent: MantineColorsTuple = [
  '#e3faf5',
  '#c3f0e7',
  '#98e3d4',
  '#66d5c0',
  '#37c6ab',
  '#21ad93',
  '#159480',
  '#0e8473',
  '#0a7566',
  '#065449',
];

/** Text, lines and surfaces of the dark theme, in Mantine's order (0 text … 7 page). */
const dark: MantineColorsTuple = [
  '#e7ecf1',
  '#c5ced8',
  '#93a1b0',
  '#7b8998',
  '#33404d',
  '#1f2932',
  '#1a222a',
  '#141a20',
  '#0e1216',
  '#0a0d10',
];

/** Accent variants use the tokens, so that both themes keep their contrast. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  if (input.color !== undefined && input.color !== 'accent') return resolved;
  switch (input.variant) {
    case 'filled':
      return {
        background: 'var(--w-accent)',
        hover: 'var(--w-accent-hover)',
        color: 'var(--w-on-accent)',
        border: '1px solid transparent',
      };
    case 'light':
      return {
        background: 'var(--w-accent-soft)',
        hover: 'color-mix(in srgb, var(--w-accent) 20%, transparent)',
        color: 'var(--w-accent)',
        border: '1px solid transparent',
      };
    case 'subtle':
      return {
        background: 'transparent',
        hover: 'var(--w-accent-soft)',
        color: 'var(--w-accent)',
        border: '1px solid transparent',
      };
    default:
      return resolved;
  }
};

/** Mantine's theme for Winnow: Inter, 13 px text, radius 6, four-pixel spacing, one accent. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 4 },
  colors: { accent, dark },
  black: '#16202a',
  white: '#ffffff',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '14px' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
      h4: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    // Named, so that `data-variant` has it: the styles of the button's content depend on it.
    Button: { defaultProps: { size: 'xs', variant: 'filled' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false, transitionProps: { duration: 80 } } },
    // A menu may not contain the placeholder element (ARIA); the first item takes the focus instead.
    Menu: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md', withInitialFocusPlaceholder: false } },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Modal: {
      // Mantine's header element would count as a second banner of the page.
      styles: { title: { fontWeight: 600 } },
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.45 },
        // The window itself never scrolls, and locking it makes the browser style every element anew.
        lockScroll: false,
        transitionProps: { duration: 120 },
        centered: true,
        attributes: { header: { role: 'none' } },
      },
    },
    Anchor: { defaultProps: { size: 'sm' } },
  },
});

/** Maps Mantine's own variables onto the tokens of `tokens.css`. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--w-surface)',
    '--mantine-color-text': 'var(--w-text)',
    '--mantine-color-bright': 'var(--w-text)',
    '--mantine-color-dimmed': 'var(--w-dim)',
    '--mantine-color-placeholder': 'var(--w-dim)',
    '--mantine-color-anchor': 'var(--w-accent)',
    '--mantine-color-error': 'var(--w-bad)',
    '--mantine-color-default': 'var(--w-raised)',
    '--mantine-color-default-hover': 'var(--w-hover)',
    '--mantine-color-default-color': 'var(--w-text)',
    '--mantine-color-default-border': 'var(--w-line)',
    '--mantine-primary-color-filled': 'var(--w-accent)',
    '--mantine-primary-color-filled-hover': 'var(--w-accent-hover)',
    '--mantine-primary-color-light': 'var(--w-accent-soft)',
    '--mantine-primary-color-light-color': 'var(--w-accent)',
    '--mantine-primary-color-contrast': 'var(--w-on-accent)',
  };
  return { variables: {}, light: shared, dark: shared };
};
