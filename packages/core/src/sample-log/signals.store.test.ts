import type { Signal } from '@sluice/telemetry'
import { expect, inject, it, onTestFinished } from 'vitest'
import { ownDatabase } from '../testing/own-database.ts'
import { openPostgresLog } from './postgres-log.ts'
import { listenForSignals } from './signals.ts'
import { latePackets } from './testing/late-packets.ts'

it('signals arrive again after the connection was cut off without notice', async () => {
  const database = await ownDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  const way = await latePackets(database.url)
  onTestFinished(() => way.close())
  const heard: Signal[] = []
  const listen = (signal: Signal) => void heard.push(signal)
  onTestFinished(listenForSignals(way.url, listen, { every: 50, within: 500 }))
  const log = openPostgresLog(database.url)
  onTestFinished(() => log.close())
  async function isHeard(partition: number): Promise<boolean> {
    await log.hurry([partition])
    return heard.some((signal) => signal.partition === partition)
  }
  await expect.poll(() => isHeard(1)).toBe(true)
  way.stop()
  await expect.poll(() => isHeard(2)).toBe(true)
})
