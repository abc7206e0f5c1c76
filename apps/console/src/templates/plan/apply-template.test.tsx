import { expect, test } from 'vitest'
import { shownWith } from '#data/testing/shown-with.tsx'
import { ApplyTemplate } from './apply-template.tsx'

const template = { id: 'gates', name: 'Gates', parameters: [], resources: [] } as never
const start = { applicationId: 'default', parameters: {}, turn: 0 }

test('the form says if its application exists with values of its own', async () => {
  const shown = (id: string, turn = 0) =>
    shownWith(<ApplyTemplate template={template} start={{ ...start, turn }} />, () => ({
      items: [{ id }],
      nextCursor: null,
    }))
  expect(await shown('default')).toContain('It exists already')
  expect(await shown('other')).not.toContain('It exists already')
  expect(await shown('default', 1)).not.toContain('It exists already')
})
