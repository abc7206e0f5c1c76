/**
 * What is wrong with an identity provider or with its answer. The message is for who set it up: it tells nothing of
 * the service's own network, and holds no token and no secret.
 */
export class ProviderFault extends Error {
  override readonly name: string = 'ProviderFault'
}

/** Nothing is known to be wrong: too many requests to one organization's provider are under way. */
export class ProviderBusy extends ProviderFault {
  override readonly name = 'ProviderBusy'

  constructor() {
    super('Too many requests to this provider are under way. Try again in a moment.')
  }
}

/** The words for whatever went wrong with a provider: its own ones, or the library's. */
export function asProviderFault(error: unknown): ProviderFault {
  const parts: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderFault) return cause
    parts.push(cause.message)
    // The code of RFC 6749 by which the provider itself refused.
    const refusal: unknown = Reflect.get(cause, 'error')
    if (typeof refusal === 'string') parts.push(refusal.slice(0, 100))
  }
  return new ProviderFault(`The provider's answer was not accepted: ${parts.join('; ')}.`)
}
