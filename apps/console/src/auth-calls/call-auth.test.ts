import { afterEach, expect, test, vi } from 'vitest'
import { PERSON_HEADER, setPagePerson } from '#data/page-person.ts'
import { callAuth } from './call-auth.ts'

afterEach(() => vi.unstubAllGlobals())

test('says whose page calls, as long as it is somebody’s', async () => {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => Response.json({}))
  vi.stubGlobal('fetch', fetch)
  const free = setPagePerson('ann')
  await callAuth('/passkey/generate-register-options')
  await callAuth('/change-password', {})
  free()
  await callAuth('/sign-in/email', {})
  const whose = fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get(PERSON_HEADER))
  expect(whose).toEqual(['ann', 'ann', null])
})
