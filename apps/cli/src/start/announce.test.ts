import { expect, test, vi } from 'vitest'
import { announce } from './announce.ts'
import type { Summary } from './bring-up.ts'

const summary = { console: 'http://c.example', api: 'http://a.example', data: '/data' }
const once = { password: 'pass-word', key: 'svcad_key', thingId: 'seattle-daily' }
const curl = "curl -s -H 'X-Api-Key: svcad_key' 'http://a.example/v2/thing/seattle-daily/recent'"

function announced(given: Summary, options: { json?: boolean } = {}): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  announce(given, options)
  const text = write.mock.calls.map(([chunk]) => chunk).join('')
  write.mockRestore()
  return text
}

test('the first start shows the password and a curl command', () => {
  const text = announced({ ...summary, demo: { email: 'admin@demo.example', once } })
  expect(text).toContain('admin@demo.example   password: pass-word')
  expect(text).toContain(curl)
  expect(text).toContain('shown only once')
})

test('later starts say how to set a new password', () => {
  const text = announced({ ...summary, demo: { email: 'admin@demo.example' } })
  expect(text).toContain('npx sluice users set-password admin@demo.example')
  expect(text).not.toContain('shown only once')
})

test('a start without the demo says how to create the first account', () => {
  expect(announced(summary)).toContain('npx sluice organizations create --id ID')
})

test('with --json, a start prints one line of JSON', () => {
  const given = { ...summary, demo: { email: 'admin@demo.example', once } }
  expect(JSON.parse(announced(given, { json: true }))).toEqual({ ...given, curl })
})
