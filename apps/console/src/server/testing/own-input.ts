/** A value for each field that the console's own procedures require. */
const fields: Readonly<Record<string, unknown>> = {
  ...{ id: 'none', userId: 'none', role: 'viewer', email: 'cy@sluice.example', secret: 'none' },
  ...{ name: 'Cy', password: 'quite a good password', passkeyId: 'none', sessionId: 'none' },
  ...{ text: 'none', query: {}, issuer: 'https://id.example', clientId: 'none', joinRole: null },
  ...{ domain: 'acme.example', requireCompany: false, requireSecondFactor: false },
  ...{ sessionHours: null, tier: 'standard', perMinute: 600, burst: 600, reason: 'none' },
  ...{ until: null, limits: [], storage: [], kind: 'samples', bytes: 1 },
}

/**
 * Valid input of a procedure that is no operation of the contract: those have sample calls of their own.
 *
 * @param inputs the procedure's schemas
 */
export function ownInput(name: string, inputs: readonly { shape?: object }[] = []): object {
  if (name === 'savedViews.save') return { name: 'Mine', query: 'metric=a' }
  const known = inputs.flatMap(({ shape }) => Object.keys(shape ?? {}))
  return Object.fromEntries(
    known.filter((field) => field in fields).map((field) => [field, fields[field]]),
  )
}
