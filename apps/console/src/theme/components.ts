import type * as Mantine from '@mantine/core'
import { texts } from '#texts/theme.ts'
import classes from './components.module.css'
import { Pressable } from './pressable.tsx'

const closeButtonProps = { 'aria-label': texts.close }
const overlay = { backgroundOpacity: 0.4, blur: 0 }

/** The argument of each component's `extend`. Only types: calling `extend` would load every component. */
type Looks = {
  readonly [Name in keyof typeof Mantine]?: (typeof Mantine)[Name] extends {
    extend: (look: infer Look) => unknown
  }
    ? Look
    : never
}

/** The look of Mantine's components: one step denser than the defaults. */
export const components = {
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', component: Pressable } },
  Alert: { classNames: { root: classes.alert, message: classes.alertMessage } },
  Button: {
    defaultProps: { size: 'sm', component: Pressable },
    classNames: { root: classes.button },
  },
  Checkbox: {
    defaultProps: { size: 'sm' },
    classNames: { input: classes.choice },
  },
  Notification: {
    defaultProps: { closeButtonProps: { 'aria-label': texts.dismiss } },
    classNames: { root: classes.notification },
  },
  Radio: { classNames: { radio: classes.choice, label: classes.choiceLabel } },
  RadioIndicator: { classNames: { indicator: classes.indicator } },
  Drawer: {
    defaultProps: { overlayProps: overlay, padding: 'lg', closeButtonProps },
    classNames: {
      content: classes.dialog,
      title: classes.dialogTitle,
      header: classes.dialogHeader,
    },
  },
  Input: { classNames: { wrapper: classes.inputWrapper, input: classes.input } },
  InputWrapper: {
    classNames: { label: classes.label, description: classes.description, error: classes.error },
  },
  Menu: {
    // Mantine's focus placeholder would be a child that role=menu does not allow.
    defaultProps: { shadow: 'none', offset: 4, withInitialFocusPlaceholder: false },
    classNames: { dropdown: classes.dropdown, item: classes.menuItem, label: classes.menuLabel },
  },
  Modal: {
    defaultProps: { overlayProps: overlay, padding: 'lg', closeButtonProps },
    classNames: {
      content: classes.dialog,
      title: classes.dialogTitle,
      header: classes.dialogHeader,
    },
  },
  MultiSelect: {
    defaultProps: { openOnFocus: false, comboboxProps: { shadow: 'none' } },
    classNames: {
      dropdown: classes.dropdown,
      option: classes.option,
      pill: classes.pill,
      inputField: classes.inputField,
    },
  },
  Select: {
    // Focus alone does not open the dropdown, which would cover other fields.
    defaultProps: {
      allowDeselect: false,
      openOnFocus: false,
      comboboxProps: { shadow: 'none', position: 'bottom-start' },
      // The clear button replaces the arrow, which leaves more room for the text.
      clearSectionMode: 'clear',
    },
    classNames: { dropdown: classes.dropdown, option: classes.option },
  },
  Skeleton: { classNames: { root: classes.skeleton } },
  Switch: { classNames: { track: classes.track } },
  Tooltip: {
    defaultProps: { openDelay: 250, events: { hover: true, focus: true, touch: true } },
    classNames: { tooltip: classes.tooltip },
  },
} satisfies Looks
