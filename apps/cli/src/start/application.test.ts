import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@sluice/embedded'
import { expect, test } from 'vitest'
import { openLogs } from '../data/logs.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { startApplication } from './application.ts'

const serving = `
  import { createServer } from 'node:http'
  createServer((_, answer) => answer.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')
  console.log('listening')
  process.on('SIGTERM', () => process.exit(0))
`

async function startProgram(source: string, signal = new AbortController().signal) {
  const dataDir = temporaryDirectory()
  const entry = join(dataDir, 'program.mjs')
  writeFileSync(entry, source)
  const port = await freePort()
  const logs = openLogs(dataDir, () => {}, false)
  const application = {
    ...{ name: 'api', title: 'The API', entry, flags: [], patienceMs: 10_000 },
    env: { PORT: String(port) },
    healthUrl: `http://127.0.0.1:${port}/`,
  }
  const started = startApplication(application, logs, signal).finally(() => logs.close())
  return { started, url: application.healthUrl, log: join(dataDir, 'logs/api.log') }
}

test('a start resolves once the program answers, and logs its output', async () => {
  const { started, url, log } = await startProgram(serving)
  const part = await started
  expect((await fetch(url)).status).toBe(200)
  expect(readFileSync(log, 'utf8')).toBe('listening\n')
  await part.stop()
  expect(await part.exited).toBe('ended with code 0')
})

test('a program that does not start is reported without its stack trace', async () => {
  const properties =
    "{ code: '25006', file: 'utility.c', line: '414', routine: 'Prevent', where: undefined, a: 1, b: 2, c: 3 }"
  const { started, log } = await startProgram(
    `throw Object.assign(new Error("The schema is behind."), ${properties})`,
  )
  const error: Error = await started.then(
    () => expect.fail('it started'),
    (reason) => reason,
  )
  expect(error.message).toMatch(
    /^The API did not start\. It ended with code 1\. Its log: \S+\nError: The schema is behind\.( \{)?$/,
  )
  expect(error.message).not.toMatch(/\n +at /)
  expect(readFileSync(log, 'utf8')).toMatch(/\n +at /)
})

test('stopping the run ends the wait for a starting program', async () => {
  const end = new AbortController()
  const { started } = await startProgram('setInterval(() => {}, 1000)', end.signal)
  end.abort(new Error('enough'))
  await expect(started).rejects.toThrow('enough')
})

test('a program is told what of the product is down', async () => {
  const listening = `${serving}; process.on('message', (told) => console.log(JSON.stringify(told)))`
  const { started, log } = await startProgram(listening)
  const part = await started
  part.tell?.(['Postgres is down: no room.'])
  const told = '{"type":"outages","outages":["Postgres is down: no room."]}'
  await expect.poll(() => readFileSync(log, 'utf8')).toContain(told)
  await part.stop()
  expect(() => part.tell?.([])).not.toThrow()
})
