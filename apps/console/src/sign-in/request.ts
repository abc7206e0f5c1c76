export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Signs in. Resolves to what to tell the user when that failed, or to undefined. */
export async function signIn(credentials: Credentials): Promise<string | undefined> {
  const response = await post('/api/auth/sign-in/email', credentials)
  if (response?.ok) return undefined
  return refusal(response)
}

export async function signOut(): Promise<void> {
  await post('/api/auth/sign-out', {})
  // A full load: nothing of the old session may stay in memory.
  window.location.assign('/sign-in')
}

async function post(path: string, body: object): Promise<Response | undefined> {
  try {
    const headers = { 'content-type': 'application/json' }
    return await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  } catch {
    return undefined
  }
}

/** What a failed answer to a sign-in means to the one who tried; no answer: the network failed. */
export function refusal(response: Response | undefined): string {
  if (!response) return 'The console could not be reached. Check your connection and try again.'
  if (response.status === 401) return 'The e-mail address or the password is not right.'
  if (response.status === 403) return 'This page was opened under an address that is not trusted.'
  if (response.status === 429) {
    const seconds = Number(response.headers.get('x-retry-after'))
    return `Too many attempts. Try again in ${seconds > 0 ? `${seconds} seconds` : 'a minute'}.`
  }
  return 'Signing in failed on our side. Try again in a moment.'
}
