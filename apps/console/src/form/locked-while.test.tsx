import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LockedWhile } from './locked-while.tsx'

const shown = (isBusy: boolean) =>
  renderToStaticMarkup(
    <MantineProvider>
      <LockedWhile isBusy={isBusy}>
        <input />
      </LockedWhile>
    </MantineProvider>,
  )

test('locks the fields, and the JSON editor too, while the form is saved', () => {
  const [fieldset] = /<fieldset[^>]*>/.exec(shown(true)) ?? []
  expect(fieldset).toContain('disabled=""')
  expect(fieldset).toContain('inert=""')
  expect(shown(false)).not.toMatch(/disabled=|inert=/)
})
