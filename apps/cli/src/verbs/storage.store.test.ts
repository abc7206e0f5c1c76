import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { useCli } from '../testing/use-cli.ts'

const { core, sluice, sluiceJson } = useCli(inject('databaseUrl'))
afterAll(() => core.close())

test('storage quotas are shown, set and reset', async () => {
  const organization = `cli-${randomUUID()}`
  await sluiceJson('organizations', 'create', '--id', organization, '--name', 'Acme')
  const acme = ['--organization', organization] as const
  const samples = [...acme, '--kind', 'samples'] as const
  const shown = await sluice('storage', 'show', ...acme)
  expect(shown.stdout).toMatch(/changes +[\d.]+ (bytes|KiB) +10 GiB +default +now/)
  expect(shown.stdout).toMatch(/samples +not measured yet +100 GiB +default/)
  const set = ['--bytes', '1.5TiB', '--reason', 'more trucks']
  const { items } = await sluiceJson('storage', 'set', ...samples, ...set)
  expect(items[1]).toMatchObject({ mostBytes: 1.5 * 2 ** 40, reason: 'more trucks' })
  const reset = await sluiceJson('storage', 'reset', ...samples)
  expect(reset.items[1]).toMatchObject({ mostBytes: 100 * 2 ** 30, source: 'default' })
  const wrong = await sluice('storage', 'set', ...samples, '--bytes', '0', '--reason', ' ')
  expect(wrong.exitCode).toBe(2)
  expect(wrong.stderr).toMatch(/\/bytes must be a whole number[\s\S]*\/reason must say why/)
  const nobody = await sluice('storage', 'show', '--organization', 'nobody')
  expect(nobody.exitCode).toBe(3)
})
