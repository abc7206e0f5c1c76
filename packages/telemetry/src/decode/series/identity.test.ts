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
  const texts = Array.from({ length: 100 }, (_, i) => {
    const own = (): Trait[] => [['name', `m${i}`]]
    return identities.of({ own, shared: [ofResource] })
  })
  expect([new Set(texts).size, written]).toEqual([100, 1])
})
