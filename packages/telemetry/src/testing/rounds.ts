import fc from 'fast-check'

/** For tests of caches: rounds of concurrent actions, each followed by `check`, in an organization of their own. */
export async function actInRounds<Action>(
  action: fc.Arbitrary<Action>,
  options: { readonly numRuns: number; readonly seed: number },
  {
    act,
    check,
  }: {
    act(organization: number, one: Action): Promise<unknown>
    check(organization: number): Promise<void>
  },
): Promise<void> {
  const rounds = fc.array(fc.array(action, { minLength: 3, maxLength: 6 }), {
    ...{ minLength: 4, maxLength: 6 },
  })
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      const organization = newOrganization()
      for (const actions of all) {
        await Promise.all(actions.map((one) => act(organization, one)))
        await check(organization)
      }
    }),
    { ...options, endOnFailure: true },
  )
}

/** A random organization number, which most likely no other test uses. */
export const newOrganization = () => Math.floor(Math.random() * 2 ** 31)
