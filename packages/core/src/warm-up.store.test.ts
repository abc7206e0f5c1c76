import { expect, inject, it, onTestFinished } from 'vitest'
import { openCore } from './open-core.ts'
import { openTestCore } from './testing/core.ts'
import { warmUp } from './warm-up.ts'

it('what a first request needs was asked for once', async () => {
  const core = openTestCore()
  onTestFinished(() => core.close())
  await warmUp(core)
  const { latest, chunks } = core.telemetry.figures()
  expect(latest).toMatchObject({ misses: 1 })
  expect(chunks?.loaded).toBeGreaterThan(0)
})

it('a store that is away fails nothing', async () => {
  const core = openCore({
    databaseUrl: inject('databaseUrl'),
    clickhouseUrl: 'http://127.0.0.1:1/none',
    peppers: new Map([[1, 'pepper']]),
  })
  onTestFinished(() => core.close())
  await expect(warmUp(core)).resolves.toBeUndefined()
})
