import { notifications } from '@mantine/notifications'
import { TRPCClientError } from '@trpc/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdPage } from '#form/unsaved-now.ts'
import { OTHER_PERSON } from './page-person.ts'
import { makeQueryClient } from './query-client.ts'
import { forgetSignedOut, signInAgain, tellChangeSignedOut } from './signed-out.tsx'

const signIn = '/sign-in?next=%2Fo%2Fdemo%2Fkeys%3Ftext%3Da'
const assign = vi.fn()
let show: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  vi.stubGlobal('window', { location: { pathname: '/o/demo/keys', search: '?text=a', assign } })
  show = vi.spyOn(notifications, 'show').mockReturnValue('')
})
afterEach(() => {
  assign.mockReset()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('goes to the sign-in page and back if nothing was entered', () => {
  signInAgain()
  expect(assign).toHaveBeenCalledWith(signIn)
  expect(show).not.toHaveBeenCalled()
})

test.each([
  ['read', signInAgain],
  ['saved', tellChangeSignedOut],
])(
  'with unsaved input, a notice links to the sign-in in a new tab, whatever was refused: %s',
  (_, refused) => {
    const free = holdPage(() => {})
    refused()
    free()
    expect(assign).not.toHaveBeenCalled()
    const html = renderToStaticMarkup(show.mock.calls[0]?.[0].message)
    expect(html).toContain(`href="${signIn}"`)
    expect(html).toContain('target="_blank"')
  },
)

test('with unsaved input, a notice says that somebody else is signed in, and offers no sign-in', () => {
  const free = holdPage(() => {})
  const shape = { message: OTHER_PERSON, code: -32001, data: { code: 'UNAUTHORIZED' } }
  signInAgain(TRPCClientError.from({ error: shape } as never))
  free()
  expect(assign).not.toHaveBeenCalled()
  expect(show.mock.calls[0]?.[0].message).toContain('another account')
})

test('removes the notice once a call succeeds again', async () => {
  const hide = vi.spyOn(notifications, 'hide').mockReturnValue('')
  const client = makeQueryClient(undefined, undefined, forgetSignedOut)
  const free = holdPage(() => {})
  signInAgain()
  free()
  hide.mockClear()
  await client.fetchQuery({ queryKey: ['things'], queryFn: () => 1 })
  await client.fetchQuery({ queryKey: ['sites'], queryFn: () => 1 })
  expect(hide.mock.calls).toEqual([['signed-out']])
  client.clear()
})

test('reports a save that failed because the session had ended', async () => {
  const onChange = vi.fn()
  const client = makeQueryClient(undefined, onChange)
  const shape = { message: '', code: -32001, data: { code: 'UNAUTHORIZED', httpStatus: 401 } }
  const error = TRPCClientError.from({ error: shape } as never)
  const save = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(error) })
  await expect(save.execute(undefined)).rejects.toBe(error)
  expect(onChange).toHaveBeenCalledOnce()
})
