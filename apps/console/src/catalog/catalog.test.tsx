import { type DrawerProps, MantineProvider } from '@mantine/core'
import { TRPCClientError } from '@trpc/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Loaded in beforeAll: other suites in this process mock the search parameters and load the same modules.
let Catalog: typeof import('./catalog.tsx').Catalog
let holdPage: typeof import('#form/unsaved-now.ts').holdPage
beforeAll(async () => {
  vi.resetModules()
  vi.doMock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams() }))
  vi.doMock('#form/overlays.tsx', () => ({
    Drawer: ({ opened, children }: DrawerProps) => opened && <aside>{children}</aside>,
  }))
  ;({ Catalog } = await import('./catalog.tsx'))
  ;({ holdPage } = await import('#form/unsaved-now.ts'))
})
afterAll(() => {
  vi.doUnmock('next/navigation')
  vi.doUnmock('#form/overlays.tsx')
  vi.resetModules()
})

interface Pump {
  readonly id: string
  readonly name: string
}

function shown(items: Pump[], chosen?: Pump, error: unknown = null): string {
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
        chosen={{ data: chosen, error }}
        facts={({ id }) => [['Id', id]]}
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

test('the drawer stays open when its row leaves the list or something was entered, else closes when it is deleted', () => {
  const [p1, p2] = [
    { id: 'p1', name: 'pump 1' },
    { id: 'p2', name: 'pump 2' },
  ]
  expect(shown([p2], p1)).toMatch(/<aside>.*p1.*<\/aside>/s)
  const deleted = TRPCClientError.from({
    error: { code: -32_004, message: 'x', data: { code: 'NOT_FOUND' } },
  })
  expect(shown([p2], p1, deleted)).not.toContain('<aside>')
  const release = holdPage(() => {})
  const held = shown([p2], p1, deleted)
  release()
  expect(held).toContain('<aside>')
})
