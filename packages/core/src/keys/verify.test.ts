import { beforeEach, expect, test } from 'vitest'
import { limitAddresses } from '../buckets/index.ts'
import { newestDigest, type Peppers } from './digest.ts'
import { mintKeyString } from './key-string.ts'
import type { KnownKey } from './known-key.ts'
import { verifyKey } from './verify.ts'

const peppers: Peppers = new Map([[1, 'a pepper of some length']])
const now = new Date('2026-06-01T00:00:00Z')

/** A node that knows two keys. */
let known: Map<string, KnownKey>
let first: string
let second: string
beforeEach(() => {
  known = new Map()
  first = learn()
  second = learn()
})

function learn(revokedAt: Date | null = null): string {
  const { id, keyString } = mintKeyString('External')
  known.set(id, knownKey(id, keyString, revokedAt))
  return keyString
}

function knownKey(id: string, keyString: string, revokedAt: Date | null): KnownKey {
  const facts = { revokedAt, expiresAt: null, allowedIpCidrs: [], proven: null }
  const actor = { type: 'key', id } as KnownKey['actor']
  return { ...newestDigest(keyString, peppers), ...facts, actor } as unknown as KnownKey
}

/** The id of the key that a string belongs to, presented over a connection. */
async function verify(keyString: string, connection?: object): Promise<string> {
  const knownKeys = {
    find: (id: string) => known.get(id) ?? null,
    findAll: async () => known,
    peek: (id: string) => known.get(id) ?? null,
    recall: (id: string) => known.get(id),
    forget: () => {},
    size: () => ({ keys: known.size, unknown: 0 }),
  }
  const presented = { keyString, address: '192.0.2.1', connection }
  const addresses = limitAddresses(() => now.getTime())
  return (await verifyKey({ knownKeys, peppers, addresses }, presented, now)).id
}

const idOf = (keyString: string) => keyString.slice(6, 18)

test('a connection may present one key after another', async () => {
  const connection = {}
  for (const key of [first, first, second, first, second, second]) {
    expect(await verify(key, connection)).toBe(idOf(key))
  }
})

test('a proof cached on a connection admits no other string with the same id', async () => {
  const connection = {}
  for (let i = 0; i < 3; i += 1) await verify(first, connection)
  const last = first.endsWith('0') ? '1' : '0'
  for (const wrong of [
    first.slice(0, -1) + last,
    `${first.slice(0, 30)}${second.slice(30)}`,
    `x${first.slice(1)}`,
    first.slice(0, -1),
    `${first}0`,
  ]) {
    await expect(verify(wrong, connection)).rejects.toMatchObject({ status: 401 })
  }
  expect(await verify(first, connection)).toBe(idOf(first))
})

test('a proof cached on a connection ends when the key changes', async () => {
  const connection = {}
  for (let i = 0; i < 3; i += 1) await verify(first, connection)
  known.set(idOf(first), knownKey(idOf(first), first, now))
  await expect(verify(first, connection)).rejects.toMatchObject({ code: 'key-revoked' })
  known.set(idOf(first), knownKey(idOf(first), second, null))
  await expect(verify(first, connection)).rejects.toMatchObject({ code: 'key-unknown' })
  known.delete(idOf(first))
  await expect(verify(first, connection)).rejects.toMatchObject({ code: 'key-unknown' })
})
