/**
 * What is wrong with an identity provider or with its answer. The message is for who set it up: it tells nothing of
 * the service's own network, and holds no token and no secret.
 */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault'
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
