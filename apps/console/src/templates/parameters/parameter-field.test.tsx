import { MantineProvider } from '@mantine/core'
import { templateDraft } from '@sluice/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { propsWithin } from '#data/testing/props-within.ts'
import { runHook } from '#data/testing/run-hook.tsx'
import { ParameterField } from './parameter-field.tsx'
import type { Row } from './rows.ts'
import { RowsField } from './rows-field.tsx'

const schema = { items: { type: 'object', properties: { id: { type: 'string' } } } }

function shown(type: string, name: string, preset?: unknown): string {
  const [parameter] = templateDraft.parse({
    name: 'x',
    parameters: [{ name, type, default: preset, ...(type === 'array' && { schema }) }],
    resources: [{ kind: 'site', id: 'x' }],
  }).parameters
  const field = parameter && (
    <ParameterField
      parameter={parameter}
      value={type === 'array' ? [] : ''}
      errors={{}}
      onChange={() => {}}
    />
  )
  return renderToStaticMarkup(<MantineProvider>{field}</MantineProvider>)
}

test.each(['string', 'boolean', 'array'])(
  'a %s named like a member that every object inherits has no fault',
  (type) => {
    const other = shown(type, 'depot')
    expect(other).toContain('depot')
    expect(shown(type, 'constructor')).toBe(other.replaceAll('depot', 'constructor'))
  },
)

test('an empty field shows the default that is used instead', () => {
  expect(shown('integer', 'trucks', 4)).toContain('placeholder="Default: 4"')
  expect(shown('integer', 'trucks')).not.toContain('Default')
})

const rows = Array.from({ length: 120 }, (_, key) => ({ key, cells: { id: `station-${key + 1}` } }))

test('a long list shows its rows in pages, and the faults of the others above them', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <RowsField
        {...{ name: 'stations', label: 'Stations', description: undefined, rows }}
        columns={[{ name: 'id', type: 'text', isRequired: true }]}
        errors={{ 'stations.0.id': 'Is at its cell.', 'stations.96.id': 'Is no id.' }}
        onChange={() => {}}
      />
    </MantineProvider>,
  )
  expect(html).toContain('Rows 1 to 50 of 120')
  expect(html).toContain('station-50')
  expect(html).not.toContain('station-51')
  expect(html).toContain('>Row 97, id: Is no id.<')
  expect(html).toContain('>Is at its cell.<')
})

test('a row that is added to a long list is shown', async () => {
  let listed: readonly Row[] = rows.slice(0, 50)
  const onChange = (next: readonly Row[]) => {
    listed = next
  }
  const columns = [{ name: 'id', type: 'text', isRequired: true } as const]
  const { now, act } = await runHook(
    () =>
      RowsField({
        ...{ name: 'stations', label: 'Stations', description: undefined },
        ...{ columns, rows: listed, errors: {}, onChange },
      }),
    () => null,
  )
  const cell = (row: number) =>
    propsWithin(now(), ({ label }) => label?.startsWith(`id of row ${row} `))
  await act(() => propsWithin(now(), ({ children }) => children === 'Add row').onClick())
  expect(cell(51)).toMatchObject({ value: '' })
  await act(() => propsWithin(now(), ({ children }) => children === 'Previous rows').onClick())
  expect(cell(1)).toMatchObject({ value: 'station-1' })
})
