import { type Answered, callAuth, type Refusal } from '#auth-calls/call-auth.ts'
import { refusalText } from '#auth-calls/refusal-text.ts'
import { texts } from '#texts/passkeys.ts'

/** Undefined on success; otherwise a message, or no message if the user cancelled. */
export type Outcome = { readonly fault: string | undefined } | undefined

/** Creates a passkey on this device and registers it with the server. */
export async function addPasskey(name: string): Promise<Outcome> {
  const asked = await callAuth<PublicKeyCredentialCreationOptionsJSON>(
    '/passkey/generate-register-options',
  )
  if (!asked.ok) return failed(asked.refusal)
  const made = await byDevice(() => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked.body)
    return navigator.credentials.create({ publicKey })
  })
  if ('fault' in made) return made
  return outcomeOf(
    await callAuth('/passkey/verify-registration', { response: made.response, name }),
  )
}

/** Signs in with a passkey that the user chooses. */
export async function signInByPasskey(): Promise<Outcome> {
  const asked = await callAuth<PublicKeyCredentialRequestOptionsJSON>(
    '/passkey/generate-authenticate-options',
  )
  if (!asked.ok) return failed(asked.refusal)
  const options = { ...asked.body, userVerification: 'required' }
  const given = await byDevice(() => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    return navigator.credentials.get({ publicKey })
  })
  if ('fault' in given) return given
  return outcomeOf(await callAuth('/passkey/verify-authentication', { response: given.response }))
}

type OfDevice = { readonly response: object } | { readonly fault: string | undefined }

/** Runs the ceremony on the device. Failures become a message, except when the user cancelled. */
async function byDevice(ceremony: () => Promise<Credential | null>): Promise<OfDevice> {
  try {
    const credential = await ceremony()
    if (credential instanceof PublicKeyCredential) return { response: credential.toJSON() }
    return { fault: texts.none }
  } catch (error) {
    return { fault: wordsOf(error instanceof Error ? error.name : '') }
  }
}

function wordsOf(name: string): string | undefined {
  // Also raised on a timeout; browsers do not tell the two apart.
  if (name === 'NotAllowedError' || name === 'AbortError') return undefined
  if (name === 'InvalidStateError') return texts.exists
  if (name === 'SecurityError') return texts.wrongSite
  return texts.failed
}

function outcomeOf(answered: Answered<object>): Outcome {
  return answered.ok ? undefined : failed(answered.refusal)
}

function failed(refusal: Refusal): Outcome {
  return { fault: refusalText(refusal) }
}
