import { expect, test } from 'vitest'
import { mappingBy } from '../mapping/mapping.ts'
import { Identities, type Trait } from './identity.ts'

test('traits that many series share are written out once', () => {
  const identities = new Identities(mappingBy('thing', '{name}'))
  let written = 0
  const ofResource = function* (): Generator<Trait> {
    written += 1
    yield ['host', '"a7"']
  }
  for (let i = 0; i < 100; i++) {
    const own = (): Trait[] => [['name', `m${i}`]]
    expect([...identities.labelsOf({ own, shared: [ofResource] })]).toEqual(['name', 'host'])
  }
  expect(written).toBe(1)
})
