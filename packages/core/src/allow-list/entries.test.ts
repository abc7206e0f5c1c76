import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listAllows, parseEntry } from './entries.ts'

fc.configureGlobal({ seed: 20_260_601, numRuns: 500 })

function canonical(entry: string): string {
  const parsed = parseEntry(entry)
  if ('fault' in parsed) throw new Error(`${entry} ${parsed.fault}`)
  return parsed.canonical
}

function fault(entry: string): string | undefined {
  const parsed = parseEntry(entry)
  return 'fault' in parsed ? parsed.fault : undefined
}

describe('a valid allow-list entry', () => {
  test.each([
    ['*', '*'],
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['192.0.2.7/32', '192.0.2.7/32'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::/0', '::/0'],
    ['::1/128', '::1/128'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
  ])('written as %s is stored as %s', (entry, kept) => {
    expect(canonical(entry)).toBe(kept)
    expect(canonical(kept)).toBe(kept)
  })
})

describe('parsing an allow-list entry', () => {
  test.each([
    '',
    ' ',
    '**',
    'localhost',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.7 ',
    '192.0.2.1.1',
    '010.0.0.1',
    '0x7f.0.0.1',
    '0x7f000001',
    '2130706433',
    '127.1',
    '-1.0.0.0',
    '1.2.3.4:80',
    '[::1]',
    ':::',
    '2001:db8::1::2',
    '2001:db8',
    '12345::',
    'fe80::1%eth0',
    '::ffff:010.0.0.1',
    '::1.2.3.4',
    '1.2.3.4\n',
  ])('rejects %j, which is no address or CIDR', (entry) => {
    expect(fault(entry)).toMatch(/^must be \*, an IPv4 or IPv6 address, or a CIDR/)
  })

  test.each([
    ['192.0.2.0/', 'must have a prefix length of 0 to 32'],
    ['192.0.2.0/33', 'must have a prefix length of 0 to 32'],
    ['192.0.2.0/-1', 'must have a prefix length of 0 to 32'],
    ['192.0.2.0/+8', 'must have a prefix length of 0 to 32'],
    ['192.0.2.0/024', 'must have a prefix length of 0 to 32'],
    ['192.0.2.0/255.255.255.0', 'must have a prefix length of 0 to 32'],
    ['2001:db8::/129', 'must have a prefix length of 0 to 128'],
    ['192.0.2.0/24/24', 'must be a CIDR such as 192.0.2.0/24'],
    ['*/8', 'must be a CIDR such as 192.0.2.0/24'],
    ['/24', 'must be a CIDR such as 192.0.2.0/24'],
    ['10/8', 'must be a CIDR such as 192.0.2.0/24'],
    ['010.0.0.0/8', 'must be a CIDR such as 192.0.2.0/24'],
    ['fe80::%eth0/64', 'must be a CIDR such as 192.0.2.0/24'],
  ])('rejects %s: it %s', (entry, why) => {
    expect(fault(entry)).toBe(why)
  })

  test.each([
    ['192.0.2.7/24', '192.0.2.0/24'],
    ['10.1.2.3/0', '0.0.0.0/0'],
    ['192.0.2.129/25', '192.0.2.128/25'],
    ['2001:db8::1/32', '2001:db8::/32'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
    ['::ffff:192.0.2.7/120', '192.0.2.0/24'],
    // Wider than all of IPv4, so not a network of it.
    ['::ffff:0:0/95', '::fffe:0:0/95'],
  ])('rejects %s for its host bits and suggests %s', (entry, network) => {
    expect(fault(entry)).toBe(`has host bits set; the network is ${network}`)
    expect(canonical(network)).toBe(network)
  })
})

describe('an allow-list', () => {
  test('allows every client when it is empty or contains *', () => {
    for (const client of ['192.0.2.7', '2001:db8::1', '::ffff:192.0.2.7', 'unknown']) {
      expect(listAllows([], client)).toBe(true)
      expect(listAllows(['*'], client)).toBe(true)
      expect(listAllows(['192.0.2.8', '*'], client)).toBe(true)
    }
  })

  test.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['0.0.0.0/0', '203.0.113.1', true],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '203.0.113.1', false],
    ['2001:db8::1', '2001:DB8:0::1', true],
    ['2001:db8::/32', '2001:db9::', false],
    ['192.0.2.7', '::ffff:192.0.2.7', true],
    ['192.0.2.0/24', '::ffff:c000:2ff', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['fe80::1', 'fe80::1%25', true],
  ])('of %s allows the client %s: %s', (entry, client, allowed) => {
    expect(listAllows([canonical(entry)], client)).toBe(allowed)
  })

  test.each(['', 'unknown', '1.2.3', '010.0.0.1', '1.2.3.4%eth0', '1.2.3.4, 192.0.2.7'])(
    'does not allow the malformed client address %j',
    (client) => {
      expect(listAllows(['0.0.0.0/0', '::/0', '192.0.2.7'], client)).toBe(false)
    },
  )
})

describe('a CIDR range', () => {
  const cases = fc
    .record({
      bits: fc.constantFrom(32, 128),
      address: fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
      flipped: fc.nat(127),
      prefix: fc.nat(128),
    })
    .map(({ bits, address, flipped, prefix }) => {
      const width = BigInt(bits)
      return {
        bits,
        prefix: prefix % (bits + 1),
        base: address & (2n ** width - 1n),
        // Another address that differs in one bit: closer to the range's edge than a random one.
        client: (address & (2n ** width - 1n)) ^ (1n << BigInt(flipped % bits)),
      }
    })

  function written(value: bigint, bits: number): string {
    if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')
    const groups = Array.from({ length: 8 }, (_, i) => (value >> BigInt(112 - 16 * i)) & 0xffffn)
    return groups.map((group) => group.toString(16)).join(':')
  }

  test('contains an address exactly when their leading bits are equal', () => {
    fc.assert(
      fc.property(cases, ({ bits, prefix, base, client }) => {
        const rest = BigInt(bits - prefix)
        const network = (base >> rest) << rest
        // IPv4-mapped IPv6 is IPv4: covered by the table above.
        fc.pre(bits === 32 || (network >> 32n !== 0xffffn && client >> 32n !== 0xffffn))
        const entry = canonical(`${written(network, bits)}/${prefix}`)
        expect(canonical(entry)).toBe(entry)
        expect(listAllows([entry], written(base, bits))).toBe(true)
        expect(listAllows([entry], written(client, bits))).toBe(client >> rest === base >> rest)
        const exact = canonical(written(base, bits))
        expect(listAllows([exact], written(client, bits))).toBe(false)
        expect(canonical(exact)).toBe(exact)
      }),
    )
  })

  test('with host bits is rejected, and the network it suggests is accepted', () => {
    fc.assert(
      fc.property(cases, ({ bits, prefix, base }) => {
        const rest = BigInt(bits - prefix)
        fc.pre(base !== (base >> rest) << rest && (bits === 32 || base >> 32n !== 0xffffn))
        const named = /the network is (.*)$/.exec(
          fault(`${written(base, bits)}/${prefix}`) ?? '',
        )?.[1]
        expect(named).toBeDefined()
        expect(listAllows([canonical(named ?? '')], written(base, bits))).toBe(true)
      }),
    )
  })
})
