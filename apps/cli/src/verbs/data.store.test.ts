/** `data send` and `data tail` against the API itself; data.test.ts has what they do with answers that it seldom gives. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { newTenant, type Tenant } from '@sluice/api/testing/tenant'
import { useApi } from '@sluice/api/testing/use-api'
import { beforeEach, expect, test, vi } from 'vitest'
import { runCli } from '../testing/run-cli.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'

const api = useApi()
let tenant: Tenant
let key: string
beforeEach(async () => {
  tenant = await newTenant(api.core)
  key = (await tenant.mint()).key
})

const data = (...args: string[]) => runCli(['data', ...args, '--url', api.url], { SLUICE_KEY: key })

/** The lines that `data tail` prints until it has so many. */
async function tail(count: number, ...args: string[]) {
  const { stdout, stderr } = await data('tail', ...args, '--count', `${count}`, '--json')
  expect(stderr).toBe('')
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('samples of JSON lines are seen as latest values, also of things made for them', async () => {
  const file = join(temporaryDirectory(), 'readings.jsonl')
  const frames = [
    { thingId: 'truck-1', timestamp: '2026-06-01T11:58:00Z', values: { temperature: 3 } },
    { thingId: 'truck-1', timestamp: '2026-06-01T11:57:00Z', values: { temperature: 2 } },
    { timestamp: Date.parse('2026-06-01T11:59:00Z'), values: { temperature: 4.5 } },
  ]
  writeFileSync(file, frames.map((frame) => JSON.stringify(frame)).join('\n'))
  const sent = await data('send', file, '--thing', 'truck-2', '--create-missing', 'truck', '--json')
  expect(JSON.parse(sent.stdout)).toMatchObject({ frames: 3, accepted: 3, rejected: 0, errors: [] })
  const metric = 'temperature'
  expect(await tail(2, 'truck-1', 'truck-2', '--metrics', metric)).toEqual([
    { thingId: 'truck-1', metric, timestamp: '2026-06-01T11:58:00.000Z', value: 3 },
    { thingId: 'truck-2', metric, timestamp: '2026-06-01T11:59:00.000Z', value: 4.5 },
  ])
})

test('of CSV on standard input what the API refuses is told, and the rest is stored', async () => {
  const csv = 'thingId,timestamp,temperature\ntruck-1,2026-06-01T11:58:00Z,3\n'
  const hot = 'truck-1,2026-06-01T11:59:00Z,300\ntruck-9,2026-06-01T11:59:00Z,1\n'
  const stdin = Readable.from([Buffer.from(`${csv}${hot}`)])
  vi.spyOn(process, 'stdin', 'get').mockReturnValueOnce(stdin as never)
  const { exitCode, stdout } = await data('send', '--format', 'csv')
  expect([exitCode, ...stdout.trimEnd().split('\n')]).toEqual([
    1,
    '1 samples of 3 frames are stored, 2 were refused.',
    expect.stringMatching(/^ {2}truck-1 at 2026-06-01T11:59:00Z, temperature: .*60/),
    expect.stringMatching(/^ {2}truck-9 at 2026-06-01T11:59:00Z, thingId: is not a thing/),
  ])
  expect(await tail(1, 'truck-1')).toMatchObject([{ metric: 'temperature', value: 3 }])
})

test('what a key may only read it can follow, and not send', async () => {
  const file = join(temporaryDirectory(), 'readings.jsonl')
  writeFileSync(file, '{"thingId":"truck-1","timestamp":1780315080000,"values":{"temperature":3}}')
  expect(await data('send', file)).toMatchObject({ exitCode: 0, stderr: '' })
  key = (await tenant.mint({ scopes: [{ action: 'read', resourceFilter: 'THING/#/#' }] })).key
  const { exitCode, stderr } = await data('send', file, '--json')
  expect(exitCode).toBe(1)
  expect(JSON.parse(stderr).error.code).toBe('scope-missing')
  expect(await tail(1, 'truck-1')).toMatchObject([{ metric: 'temperature', value: 3 }])
})

test('what the API says of a metric key names the option', async () => {
  const { exitCode, stderr } = await data('tail', 'truck-1', '--metrics', 'a b')
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringMatching(/^--metrics a b: "a b" is not a metric /),
  ])
})
