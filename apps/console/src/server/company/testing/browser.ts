import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { GET as authGet, POST as authPost } from '../../../app/api/auth/[...path]/route.ts'
import { GET, POST } from '../../../app/api/trpc/[procedure]/route.ts'
import { GET as exportThings } from '../../../app/o/[organization]/export-things/route.ts'
import { ORGANIZATION_HEADER } from '../../../data/organization-header.ts'
import { consoleUrl } from '../../testing/environment.ts'

export const password = 'quite a good password'

const queries = new Set(['company.get', 'things.list', 'account.get', 'operator.organizations'])
/** Attempts are counted by address, in the database that all test files share. */
const network = `198.18.${randomInt(256)}`
let addresses = 0

/** A new browser, with its own cookies and address. */
export function newBrowser() {
  const cookies = new Map<string, string>()
  addresses += 1
  const address = `${network}.${addresses}`

  function headers(more: Record<string, string> = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const own = { cookie, origin: consoleUrl, 'sec-fetch-site': 'same-origin' }
    return { ...own, 'content-type': 'application/json', 'x-forwarded-for': address, ...more }
  }

  function keep(answer: Response) {
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '' || /max-age=0/i.test(set)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  async function post(path: string, body: object) {
    const sent = { method: 'POST', headers: headers(), body: JSON.stringify(body) }
    return keep(await authPost(new Request(`${consoleUrl}/api/auth${path}`, sent)))
  }

  const open = async (url: string) => keep(await authGet(new Request(url, { headers: headers() })))

  async function start(company: string, next?: string) {
    const answer = await post('/company/start', { company, ...(next !== undefined && { next }) })
    const text = await answer.text()
    const body = (text === '' ? {} : JSON.parse(text)) as { url?: string; code?: string }
    return { status: answer.status, url: body.url ?? '', code: body.code }
  }

  async function call(name: string, organization: string | undefined, input: unknown = {}) {
    const own = headers(organization === undefined ? {} : { [ORGANIZATION_HEADER]: organization })
    const url = `${consoleUrl}/api/trpc/${name}`
    const json = JSON.stringify(input)
    const answer = queries.has(name)
      ? await GET(new Request(`${url}?input=${encodeURIComponent(json)}`, { headers: own }))
      : await POST(new Request(url, { method: 'POST', headers: own, body: json }))
    const body = (await answer.json()) as {
      error?: { message: string }
      result?: { data: unknown }
    }
    return { status: answer.status, message: body.error?.message, data: body.result?.data }
  }

  async function download(organization: string) {
    const params = Promise.resolve({ organization })
    const url = `${consoleUrl}/o/${organization}/export-things`
    return (await exportThings(new Request(url, { headers: headers() }), { params })).status
  }

  return {
    ...{ post, open, start, call, download },
    signIn: async (email: string) => {
      expect((await post('/sign-in/email', { email, password })).status).toBe(204)
    },
  }
}

export type Browser = ReturnType<typeof newBrowser>
