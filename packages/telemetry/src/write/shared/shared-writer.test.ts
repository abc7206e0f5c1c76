import { connect, layoutAt } from '@sluice/clickhouse'
import { expect, it, onTestFinished } from 'vitest'
import { sampleAt } from '../../testing/blocks.ts'
import { memoryLogs } from '../../testing/memory-log.ts'
import { openSharedWriter } from './shared-writer.ts'

const notStarted = { code: 'unavailable', cause: { name: 'NotStarted' } }
const thing = { organization: 5, thing: 7 }

/** A writer whose store is never reached. */
function open(logs: ReturnType<typeof memoryLogs>, flushes: boolean) {
  const address = { url: 'http://127.0.0.1:1' }
  const client = connect(address)
  const writer = openSharedWriter({
    ...{ client, layout: layoutAt(address), log: logs.node(), memory: undefined, flushes },
    highestVersion: async () => 0n,
  })
  onTestFinished(async () => {
    await writer.close()
    await client.close()
  })
  const write = () => writer.write({ ...thing, samples: sampleAt(0) })
  return { ...writer, write }
}

it('a process that does not flush does not start the log, and writes once it is started', async () => {
  const logs = memoryLogs()
  const { write, takeVersion, forget } = open(logs, false)
  await expect(write()).rejects.toMatchObject(notStarted)
  await expect(takeVersion(thing)).rejects.toMatchObject(notStarted)
  await expect(forget(thing)).rejects.toMatchObject(notStarted)
  open(logs, true)
  await expect.poll(() => write().then(() => 'written', String)).toBe('written')
})

it('a writer starts a log again that a process which wrote alone has ended, if it flushes', async () => {
  const logs = memoryLogs()
  const [flushing, other] = [open(logs, true), open(logs, false)]
  await flushing.write()
  await other.write()
  logs.end()
  // As it knows of no end yet.
  for (const { write } of [flushing, other]) await expect(write()).rejects.toMatchObject(notStarted)
  await expect(other.write()).rejects.toMatchObject(notStarted)
  await flushing.write()
  await other.write()
})
