import { ActionIcon, Button } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ThemeProvider } from './theme-provider.tsx'

const buttonOf = (button: React.ReactNode) =>
  /<button[^>]*>/.exec(renderToStaticMarkup(<ThemeProvider>{button}</ThemeProvider>))?.[0] ?? ''

test.each([
  ['text', (props: object) => <Button {...props}>Save</Button>],
  ['an icon', (props: object) => <ActionIcon {...props}>×</ActionIcon>],
])('a button with %s can keep the focus while it is busy, and not when it is disabled', (_, of) => {
  expect(buttonOf(of({ loading: true, disabled: true }))).toMatch(/aria-disabled="true"/)
  expect(buttonOf(of({ loading: true, disabled: true }))).not.toMatch(/ disabled=/)
  expect(buttonOf(of({ disabled: true }))).toMatch(/ disabled=/)
  expect(buttonOf(of({}))).not.toMatch(/disabled=/)
  expect(buttonOf(of({}))).toMatch(/ type="button"/)
  expect(buttonOf(of({ type: 'submit', loading: true }))).toMatch(/ type="submit"/)
})
