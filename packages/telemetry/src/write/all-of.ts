/** Like `Promise.all`, but only once all have ended: what they were given is in use until then. */
export async function allOf(promises: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(promises)
  await Promise.all(promises)
}
