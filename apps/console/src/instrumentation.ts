/** Called by Next once, before it serves requests. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { auth } = await import('#server/auth/auth.ts')
  auth()
  const { whoseSession } = await import('#server/session/session.ts')
  // For main.mjs, which is not bundled.
  Object.assign(globalThis, { sluiceWhoseSession: whoseSession })
  const { callerBudget } = await import('#server/callers/caller-budget.ts')
  callerBudget()
  const { passwordEstimator } = await import('#server/auth/weak-password.ts')
  await passwordEstimator()
}
