import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openResolve } from './resolve.ts'
import { startNameServer } from './testing/name-server.ts'

const records = {
  'both.example': ['198.51.100.1', '198.51.100.2', '2001:db8::1'],
  'old.example': ['198.51.100.3'],
  'new.example': ['2001:db8::2'],
  'empty.example': [],
  'written.example': ['198.51.100.4'],
}

let folder: string
let hostsFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-hosts-'))
  hostsFile = join(folder, 'hosts')
  await writeFile(hostsFile, '10.0.0.1 written.example\n')
})
afterAll(() => rm(folder, { recursive: true }))

async function setUp({ timeoutMs = 600_000 } = {}) {
  const server = await startNameServer(records)
  onTestFinished(() => server.close())
  const resolve = openResolve({ servers: [server.address], timeoutMs, hostsFile })
  return { server, resolve }
}

const four = (address: string) => ({ address, family: 4 })
const six = (address: string) => ({ address, family: 6 })

test('a host has its addresses of both families, or of the one that it has', async () => {
  const { resolve } = await setUp()
  const both = [four('198.51.100.1'), four('198.51.100.2'), six('2001:db8::1')]
  expect(await resolve('both.example')).toEqual(both)
  expect(await resolve('old.example.')).toEqual([four('198.51.100.3')])
  expect(await resolve('new.example')).toEqual([six('2001:db8::2')])
})

test.each(['unknown.example', 'empty.example', 'a..example', `${'x'.repeat(64)}.example`])(
  'a lookup of %s fails',
  async (host) => {
    const { resolve } = await setUp()
    await expect(resolve(host)).rejects.toThrow()
  },
)

test('a name of the hosts file is not asked of a name server, and neither is localhost', async () => {
  const { resolve } = await setUp()
  expect(await resolve('written.example')).toEqual([four('10.0.0.1')])
  expect(await resolve('localhost')).toEqual([four('127.0.0.1'), six('::1')])
})

test('lookups that nobody answers delay no others', async () => {
  const { server, resolve } = await setUp()
  let ended = 0
  const count = () => {
    ended += 1
  }
  const silent = Array.from({ length: 40 }, (_, n) => resolve(`silent-${n}.example`).finally(count))
  const outcomes = Promise.allSettled(silent)
  await expect.poll(server.held).toBe(40)
  expect(await resolve('old.example')).toEqual([four('198.51.100.3')])
  expect(ended).toBe(0)
  server.release()
  expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true)
})

test('a lookup that nobody answers ends after its time, and only that one', async () => {
  const { server, resolve } = await setUp({ timeoutMs: 50 })
  const patient = openResolve({ servers: [server.address], timeoutMs: 600_000, hostsFile })
  let ended = false
  const other = patient('silent.example').finally(() => {
    ended = true
  })
  const outcome = Promise.allSettled([other])
  await expect(resolve('silent.example')).rejects.toThrow()
  expect(ended).toBe(false)
  server.release()
  await outcome
})
