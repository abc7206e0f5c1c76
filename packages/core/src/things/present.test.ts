import { expect, test } from 'vitest'
import { type PresentedRow, presentThing } from './present.ts'

test('the fleets of a thing are in the same order whatever the collation of the database', () => {
  const at = new Date('2026-01-01T12:00:00Z')
  const row = { createdAt: at, updatedAt: at, fleets: [{ fleetId: 'a' }, { fleetId: 'B' }] }
  expect(presentThing(row as PresentedRow).fleetIds).toEqual(['B', 'a'])
})
