import { keyDraft } from '@sluice/contract'
import { expect, test } from 'vitest'
import { pickedBy } from '../scopes/forms.ts'
import { tasks, tasksFor } from './tasks.ts'

test.each(tasks.map((task) => [task.title, task] as const))(
  'the scopes of “%s” are valid and shown by name',
  (name, { keyType = 'External', scopes, about }) => {
    const draft = { keyType, name, scopes: scopes('oslo') }
    expect(keyDraft.safeParse(draft).success).toBe(true)
    for (const { resourceFilter } of draft.scopes) {
      const picked = pickedBy(resourceFilter)
      expect(picked).toBeDefined()
      expect(picked?.values.includes('oslo')).toBe(about !== undefined)
    }
  },
)

test('offers administration to Admin keys only', () => {
  const titles = (keyType: 'External' | 'Admin') => tasksFor(keyType).map(({ title }) => title)
  expect(titles('External')).not.toContain('Administer everything')
  expect(titles('Admin')).toEqual([...titles('External'), 'Administer everything'])
})
