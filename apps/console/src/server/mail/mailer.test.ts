import { afterEach, expect, test, vi } from 'vitest'
import { settings } from '../testing/environment.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))
// A test file that ran before may have loaded it with the real environment.
vi.resetModules()
const { mailer } = await import('./mailer.ts')

afterEach(() => {
  mailer()?.close()
  settings.mail = undefined
})

const at = (port: number) => ({ smtpUrl: `smtp://localhost:${port}`, from: 'sluice@acme.example' })

test('keeps its connections when another bundle asks, which has read the environment itself', () => {
  settings.mail = at(2525)
  const first = mailer()
  settings.mail = at(2525)
  expect(mailer()).toBe(first)
})

test('connects to another server when the settings change', () => {
  settings.mail = at(2525)
  const first = mailer()
  settings.mail = at(2526)
  expect(mailer()).not.toBe(first)
})

test('is undefined if mail is off', () => {
  expect(mailer()).toBeUndefined()
})
