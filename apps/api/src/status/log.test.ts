import { expect, it } from 'vitest'
import { createLogger, inBatches } from './log.ts'

it('a disk that is full costs lines of the log, and nothing else', async () => {
  const full = inBatches('/dev/full') as ReturnType<typeof inBatches> & NodeJS.EventEmitter
  const logger = createLogger('info', undefined, full)
  const failed = new Promise((resolve) => full.on('error', resolve))
  logger.info('x'.repeat(10_000))
  expect(await failed).toMatchObject({ code: 'ENOSPC' })
  // An error without a listener would end the process.
  expect(full.listenerCount('error')).toBeGreaterThan(1)
  const dropped = new Promise((resolve) => full.on('drop', resolve))
  for (let line = 0; line < 500; line += 1) logger.info('x'.repeat(10_000))
  expect(String(await dropped)).toContain('x')
})
