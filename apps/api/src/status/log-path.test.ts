import { expect, it } from 'vitest'
import { pathOf } from './log-path.ts'

it('a logged path has no query', () => {
  expect(pathOf({ url: '/v2/things?pageSize=3' })).toBe('/v2/things')
  expect(pathOf({ url: '/v2/things' })).toBe('/v2/things')
})

it('a logged path shows only the public part of a key string', () => {
  const secret = 'Z'.repeat(49)
  for (const prefix of ['svcad', '%73vcad', '%2573vcad']) {
    expect(pathOf({ url: `/v2/key/${prefix}_0123456789ab_${secret}/usage` })).toBe(
      '/v2/key/svcad_0123456789ab_.../usage',
    )
  }
})
