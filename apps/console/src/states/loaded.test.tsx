import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MantineProvider } from '@mantine/core'
import { TRPCClientError } from '@trpc/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { holdPage } from '#form/unsaved-now.ts'
import { Loaded, type LoadedQuery } from './loaded.tsx'

const root = fileURLToPath(new URL('..', import.meta.url))

function shown(query: Partial<LoadedQuery<string>>): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <Loaded
        query={{ data: undefined, error: null, refetch: () => {}, ...query }}
        title="The key could not be loaded"
        waiting="On its way"
        missing="No such key"
      >
        {(data) => <p>{data}</p>}
      </Loaded>
    </MantineProvider>,
  )
}

test('keeps loaded data when a refresh fails, with a notice and a button to retry', () => {
  const html = shown({ data: 'the secret', error: new Error('502') })
  expect(html).toContain('the secret')
  expect(html).toContain('could not be refreshed')
  expect(html).toContain('Try again')
  expect(html).not.toContain('The key could not be loaded')
})

test('says what could not be loaded if there is no data', () => {
  expect(shown({ error: new Error('502') })).toContain('The key could not be loaded')
  expect(shown({})).toContain('On its way')
  expect(shown({ data: 'there' })).not.toContain('could not be')
})

test('a page whose resource was deleted stays as long as it holds input', () => {
  const error = TRPCClientError.from({
    error: { code: -32_004, message: 'There is no such key.', data: { code: 'NOT_FOUND' } },
  })
  const before = shown({ data: 'half an edit', error })
  const release = holdPage(() => {})
  const html = shown({ data: 'half an edit', error })
  const without = shown({ error })
  release()
  expect(before).toContain('No such key')
  expect(before).not.toContain('half an edit')
  expect(html).toContain('half an edit')
  expect(html).toContain('There is no such key.')
  expect(without).toContain('No such key')
})

test('only Loaded may replace content by a failure, so that data is never lost', () => {
  const direct = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .filter((file) => /from '.*\/failed\.tsx'/.test(readFileSync(`${root}/${file}`, 'utf8')))
  expect(direct).toEqual(['states/loaded.tsx'])
})
