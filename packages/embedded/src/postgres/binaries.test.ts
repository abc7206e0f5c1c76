import { expect, it, vi } from 'vitest'
import { postgresBinaries } from './binaries.ts'

it.runIf(process.platform === 'linux')('a Linux without glibc is reported', async () => {
  const report = vi.spyOn(process.report, 'getReport').mockReturnValue({ header: {} })
  await expect(postgresBinaries(undefined, '/nowhere')).rejects.toMatchObject({
    code: 'platform-unsupported',
    message: expect.stringContaining('needs glibc'),
  })
  report.mockRestore()
})
