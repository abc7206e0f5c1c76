import { POST } from '../../app/api/auth/[...path]/route.ts'
import { cookiesOf } from './cookies.ts'
import { consoleUrl } from './environment.ts'

/** Signs in as a browser does. Returns the session's cookies. Throws when the sign-in is refused. */
export async function signIn(email: string, password: string): Promise<string> {
  const headers = { 'content-type': 'application/json', origin: consoleUrl }
  const request = { method: 'POST', headers, body: JSON.stringify({ email, password }) }
  const answer = await POST(new Request(`${consoleUrl}/api/auth/sign-in/email`, request))
  if (!answer.ok) throw new Error(`The sign-in was refused: ${answer.status}`)
  return cookiesOf(answer)
}
