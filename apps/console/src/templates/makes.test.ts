import { templateDraft } from '@sluice/contract'
import { expect, test } from 'vitest'
import { makesOf } from './makes.ts'

test('summarizes the resources of a template in the order of their creation', () => {
  const template = templateDraft.parse({
    name: 'Depot',
    parameters: [{ name: 'trucks', title: 'Trucks', type: 'integer' }],
    resources: [
      { kind: 'thing', id: 't{{index}}', count: 'trucks' },
      { kind: 'thing', id: 'door{{index}}', count: 1500 },
      { kind: 'site', id: 'depot' },
    ],
  })
  expect(makesOf(template)).toEqual(['1 site', '1,500 things', 'things as set by “Trucks”'])
})
