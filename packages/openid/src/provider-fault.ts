/**
 * An error of an identity provider or in its answer. The message is for who configured it: it reveals nothing about the
 * service's own network, and contains no token or secret.
 */
export class ProviderFault extends Error {
  override readonly name: string = 'ProviderFault'
}

/** Nothing is known to be wrong: too many requests to one organization's provider are running. */
export class ProviderBusy extends ProviderFault {
  override readonly name = 'ProviderBusy'

  constructor() {
    super('Too many requests to this provider are under way. Try again in a moment.')
  }
}

/** Describes any error with a provider, its own or the library's. */
export function asProviderFault(error: unknown): ProviderFault {
  const parts: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderFault) return cause
    parts.push(cause.message)
    // The RFC 6749 error code of the provider's own refusal.
    const refusal: unknown = Reflect.get(cause, 'error')
    if (typeof refusal === 'string') parts.push(refusal.slice(0, 100))
  }
  return new ProviderFault(`The provider's answer was not accepted: ${parts.join('; ')}.`)
}
