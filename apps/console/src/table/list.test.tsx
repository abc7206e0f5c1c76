import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { onPage } from '#data/testing/on-page.tsx'
import { List, type ListQuery } from './list.tsx'

const columns = [{ header: 'Name', cell: (row: string) => row }]
const page = { items: ['pump 1'], nextCursor: null }
const error = new Error('lost')

function shown(query: Partial<ListQuery<string>>, url = ''): string {
  const whole = {
    data: undefined,
    error: null,
    isPlaceholderData: false,
    refetch: () => {},
    ...query,
  }
  return renderToStaticMarkup(
    <MantineProvider>
      {onPage(
        <List
          caption="The pumps"
          query={whole}
          columns={columns}
          rowKey={(row) => row}
          empty={<p>No pumps</p>}
        />,
        url,
      )}
    </MantineProvider>,
  )
}

test('keeps rows that could not be refreshed, with a notice and a button to retry', () => {
  const html = shown({ data: page, error })
  expect(html).toContain('pump 1')
  expect(html).toContain('could not be refreshed')
  expect(html).toContain('Try again')
  expect(shown({ data: { ...page, items: [] }, error })).toMatch(
    /could not be refreshed.*No pumps/s,
  )
})

test('shows an error instead of a list without earlier rows', () => {
  const html = shown({ error })
  expect(html).toContain('could not be loaded')
  expect(html).not.toContain('<table')
})

test('shows no notice above current rows', () => {
  expect(shown({ data: page })).not.toContain('could not be')
})

test('links an empty later page to the first page', () => {
  const nothing = { data: { items: [], nextCursor: null } }
  expect(shown(nothing)).toContain('No pumps')
  const later = shown(nothing, 'cursor=x')
  expect(later).not.toContain('No pumps')
  expect(later).toContain('Go to the first page')
})
