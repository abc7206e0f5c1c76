import { MantineProvider } from '@mantine/core'
import { templateDraft } from '@sluice/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ParameterField } from './parameter-field.tsx'

const schema = { items: { type: 'object', properties: { id: { type: 'string' } } } }

function shown(type: string, name: string): string {
  const [parameter] = templateDraft.parse({
    name: 'x',
    parameters: [{ name, type, ...(type === 'array' && { schema }) }],
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
