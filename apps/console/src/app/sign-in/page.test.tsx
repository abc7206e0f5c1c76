import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { texts } from '#texts/sign-in.tsx'
import SignInPage from './page.tsx'

const page = vi.hoisted(() => ({ session: null as object | null }))
vi.mock('#server/page/page-session.ts', () => ({ pageSession: async () => page.session }))
vi.mock('next/navigation', () => ({
  redirect(path: string) {
    throw new Error(`redirected to ${path}`)
  },
}))

async function open(query: Record<string, string>, session: object | null): Promise<string> {
  page.session = session
  const shown = await SignInPage({
    params: Promise.resolve({}),
    searchParams: Promise.resolve(query),
  })
  return renderToStaticMarkup(<MantineProvider>{shown}</MantineProvider>)
}

const session = { user: { email: 'ann@acme.example' } }

test('leads on whoever is signed in', async () => {
  await expect(open({ next: '/o/acme' }, session)).rejects.toThrow('redirected to /o/acme')
  expect(await open({ next: '/o/acme', again: '1' }, null)).toContain(texts.heading)
})

test('lets somebody who is signed in sign in again, and names their account', async () => {
  const html = await open({ next: '/o/acme/settings', again: '1' }, session)
  expect(html).toContain(texts.again)
  expect(html).toContain('ann@acme.example')
  expect(html).toContain('type="password"')
  expect(html).toContain('href="/o/acme/settings"')
  expect(html).not.toContain(texts.noAccount)
})

test('shows why company sign-in failed to somebody who is signed in otherwise', async () => {
  const html = await open({ next: '/o/acme', company: 'denied' }, session)
  expect(html).toContain('cancelled at your company')
  expect(html).not.toContain('type="password"')
})
