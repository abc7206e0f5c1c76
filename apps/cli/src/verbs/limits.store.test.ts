import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { useCli } from '../testing/use-cli.ts'

const { core, sluice, sluiceJson } = useCli(inject('databaseUrl'))
const organization = `cli-${randomUUID()}`

beforeAll(async () => {
  await sluiceJson('organizations', 'create', '--id', organization, '--name', 'Acme')
})
afterAll(() => core.close())

describe('the limits command', () => {
  const acme = ['--organization', organization] as const
  const standard = { tier: 'standard', perMinute: 600, burst: 1000 }
  const figures = ['--per-minute', '6000', '--burst', '9000', '--reason', 'more trucks']

  test('sets standing and temporary limits, and resets them', async () => {
    const { items } = await sluiceJson('limits', 'show', ...acme)
    expect(items).toMatchObject([{ ...standard, source: 'default' }, { tier: 'data-read' }])
    const set = await sluiceJson('limits', 'set', ...acme, '--tier', 'standard', ...figures)
    const own = { tier: 'standard', perMinute: 6000, burst: 9000, reason: 'more trucks' }
    expect(set.items[0]).toEqual({ ...own, source: 'standing', until: null })
    const until = ['--until', '2100-01-01T00:00:00Z']
    const held = await sluiceJson(
      'limits',
      'set',
      ...acme,
      '--tier',
      'ingest',
      ...figures,
      ...until,
    )
    expect(held.items[2]).toMatchObject({ tier: 'ingest', source: 'override' })
    await sluiceJson('limits', 'reset', ...acme, '--tier', 'ingest')
    const reset = await sluiceJson('limits', 'reset', ...acme, '--tier', 'standard')
    expect(reset.items).toMatchObject([{ ...standard, source: 'default' }, { tier: 'data-read' }])
  })

  test('rejects invalid numbers and dates', async () => {
    const wrong = [
      '--per-minute',
      'many',
      '--burst',
      '0',
      '--reason',
      'x',
      '--until',
      '2020-01-01T00:00:00Z',
    ]
    const { exitCode, stderr } = await sluice(
      'limits',
      'set',
      ...acme,
      '--tier',
      'standard',
      ...wrong,
    )
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/perMinute must be a whole number[\s\S]*burst[\s\S]*until must be/)
  })

  test('a time without an offset is rejected', async () => {
    const until = ['--until', '2100-01-01T00:00:00']
    const tier = ['--tier', 'standard']
    const { exitCode, stderr } = await sluice(
      'limits',
      'set',
      ...acme,
      ...tier,
      ...figures,
      ...until,
    )
    expect(exitCode).toBe(2)
    expect(stderr).toContain(
      '--until 2100-01-01T00:00:00: must be an ISO 8601 timestamp with an offset',
    )
  })

  test('what-if names the option that is no number', async () => {
    const wrong = ['--tier', 'standard', '--per-minute', 'many', '--burst', '1']
    const { exitCode, stderr } = await sluice('limits', 'what-if', ...acme, ...wrong)
    expect(exitCode).toBe(2)
    expect(stderr).toContain('--per-minute must be a number above 0.')
  })
})
