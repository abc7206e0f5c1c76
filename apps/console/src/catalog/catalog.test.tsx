import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Loaded in beforeAll: other suites in this process mock the search parameters and load the same modules.
let Catalog: typeof import('./catalog.tsx').Catalog
beforeAll(async () => {
  vi.resetModules()
  vi.doMock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams() }))
  ;({ Catalog } = await import('./catalog.tsx'))
})
afterAll(() => {
  vi.doUnmock('next/navigation')
  vi.resetModules()
})

interface Pump {
  readonly id: string
  readonly name: string
}

function shown(items: Pump[]): string {
  const create = { button: <button type="button">Create</button>, dialog: <form>half filled</form> }
  return renderToStaticMarkup(
    <MantineProvider>
      <Catalog
        title="Pumps"
        lead="All of them"
        query={{
          data: { items, nextCursor: null },
          error: null,
          isPlaceholderData: false,
          refetch: () => {},
        }}
        columns={() => [{ header: 'Name', cell: ({ name }) => name }]}
        create={create}
        empty={<p>No pumps {create.button}</p>}
      />
    </MantineProvider>,
  )
}

test('a dialog opened from the empty list stays open when the list fills', () => {
  const [empty, filled] = [shown([]), shown([{ id: 'p1', name: 'pump 1' }])]
  expect(empty.match(/Create/g)).toHaveLength(2)
  expect(empty.match(/half filled/g)).toHaveLength(1)
  expect(filled.match(/half filled/g)).toHaveLength(1)
  // Same position in the markup, so React keeps the dialog mounted.
  expect(empty.slice(empty.indexOf('half filled'))).toBe(
    filled.slice(filled.indexOf('half filled')),
  )
})
