import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  Drawer,
  Input,
  InputWrapper,
  type MantineThemeComponents,
  Menu,
  Modal,
  MultiSelect,
  Notification,
  Radio,
  RadioIndicator,
  Select,
  Skeleton,
  Switch,
  Tooltip,
} from '@mantine/core'
import classes from './components.module.css'

const closeButtonProps = { 'aria-label': 'Close' }
const overlay = { backgroundOpacity: 0.4, blur: 0 }

/** How Mantine's components look here; everything is one step denser than its defaults. */
export const components: MantineThemeComponents = {
  ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
  Alert: Alert.extend({ classNames: { root: classes.alert, message: classes.alertMessage } }),
  Button: Button.extend({
    defaultProps: { size: 'sm' },
    classNames: { root: classes.button },
  }),
  Checkbox: Checkbox.extend({
    defaultProps: { size: 'sm' },
    classNames: { input: classes.choice },
  }),
  Notification: Notification.extend({
    defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } },
    classNames: { root: classes.notification },
  }),
  Radio: Radio.extend({ classNames: { radio: classes.choice, label: classes.choiceLabel } }),
  RadioIndicator: RadioIndicator.extend({ classNames: { indicator: classes.indicator } }),
  Drawer: Drawer.extend({
    defaultProps: { overlayProps: overlay, padding: 'lg', closeButtonProps },
    classNames: {
      content: classes.dialog,
      title: classes.dialogTitle,
      header: classes.dialogHeader,
    },
  }),
  Input: Input.extend({ classNames: { wrapper: classes.inputWrapper, input: classes.input } }),
  InputWrapper: InputWrapper.extend({
    classNames: { label: classes.label, description: classes.description, error: classes.error },
  }),
  Menu: Menu.extend({
    // The placeholder is a child that a menu must not have.
    defaultProps: { shadow: 'none', offset: 4, withInitialFocusPlaceholder: false },
    classNames: { dropdown: classes.dropdown, item: classes.menuItem, label: classes.menuLabel },
  }),
  Modal: Modal.extend({
    defaultProps: { overlayProps: overlay, padding: 'lg', closeButtonProps },
    classNames: {
      content: classes.dialog,
      title: classes.dialogTitle,
      header: classes.dialogHeader,
    },
  }),
  MultiSelect: MultiSelect.extend({
    defaultProps: { openOnFocus: false, comboboxProps: { shadow: 'none' } },
    classNames: {
      dropdown: classes.dropdown,
      pill: classes.pill,
      inputField: classes.inputField,
    },
  }),
  Select: Select.extend({
    // Focus alone opens nothing: what is tabbed through, or focused for its fault, stays readable.
    defaultProps: {
      allowDeselect: false,
      openOnFocus: false,
      comboboxProps: { shadow: 'none' },
    },
    classNames: { dropdown: classes.dropdown },
  }),
  Skeleton: Skeleton.extend({ classNames: { root: classes.skeleton } }),
  Switch: Switch.extend({ classNames: { track: classes.track } }),
  Tooltip: Tooltip.extend({
    defaultProps: { openDelay: 250, events: { hover: true, focus: true, touch: true } },
    classNames: { tooltip: classes.tooltip },
  }),
}
