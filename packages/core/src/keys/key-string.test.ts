import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayOf, mintKeyString, parseKeyString } from './key-string.ts'

fc.configureGlobal({ seed: 20_260_601, numRuns: 300 })

const keyTypes = ['External', 'Admin'] as const

describe.each(keyTypes)('a key string of type %s', (keyType) => {
  test('has its prefix, a public id, a secret and a checksum', () => {
    const { id, keyString } = mintKeyString(keyType)
    const prefix = keyType === 'External' ? 'svcex' : 'svcad'
    expect(keyString).toMatch(new RegExp(`^${prefix}_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$`))
    expect(keyString).toContain(`_${id}_`)
    expect(parseKeyString(keyString)).toEqual({ id, keyType })
  })

  test('is never the same twice', () => {
    const made = Array.from({ length: 1000 }, () => mintKeyString(keyType))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1000)
    expect(new Set(made.map(({ keyString }) => keyString.slice(-49, -6))).size).toBe(1000)
  })

  test('is shown with its id and last four characters, never with its secret', () => {
    const { id, keyString } = mintKeyString(keyType)
    const shown = displayOf({ keyType, id, lastFour: keyString.slice(-4) })
    const secret = keyString.slice(-49, -6)
    expect(shown).toBe(`${keyString.slice(0, 5)}_${id}_...${keyString.slice(-4)}`)
    for (let i = 0; i + 4 <= secret.length; i += 1) {
      expect(shown.slice(-5)).not.toContain(secret.slice(i, i + 5))
    }
    expect(shown).not.toContain(secret)
    expect(parseKeyString(shown)).toBeUndefined()
  })
})

describe('a mistyped key string', () => {
  const { keyString } = mintKeyString('Admin')
  const at = fc.nat(keyString.length - 1)
  const base62 = fc.constantFrom(
    ...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_',
  )

  test('is rejected without a lookup for any one wrong character', () => {
    for (const [i, character] of [...keyString].entries()) {
      const other = character === 'x' ? 'y' : 'x'
      const mistyped = keyString.slice(0, i) + other + keyString.slice(i + 1)
      expect(parseKeyString(mistyped)).toBeUndefined()
    }
    fc.assert(
      fc.property(at, base62, (i, character) => {
        fc.pre(keyString[i] !== character)
        const mistyped = keyString.slice(0, i) + character + keyString.slice(i + 1)
        expect(parseKeyString(mistyped)).toBeUndefined()
      }),
    )
  })

  test('is rejected without a lookup for two swapped neighbours', () => {
    for (let i = 0; i + 1 < keyString.length; i += 1) {
      const [one = '', two = ''] = keyString.slice(i, i + 2)
      if (one === two) continue
      const swapped = keyString.slice(0, i) + two + one + keyString.slice(i + 2)
      expect(parseKeyString(swapped)).toBeUndefined()
    }
  })

  test.each([
    '',
    'svcad',
    keyString.slice(0, -1),
    keyString.slice(1),
    `${keyString}0`,
    ` ${keyString}`,
    `${keyString}\n`,
    `"${keyString}"`,
    `Bearer ${keyString}`,
    keyString.toLowerCase(),
    keyString.replace('svcad', 'svcex'),
    keyString.replace('svcad', 'svcxx'),
    `${keyString}, ${keyString}`,
  ])('is rejected without a lookup when copied badly (%#)', (text) => {
    expect(parseKeyString(text)).toBeUndefined()
  })

  test('is rejected without a lookup when it is arbitrary text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseKeyString(text)).toBeUndefined()
      }),
    )
  })
})
