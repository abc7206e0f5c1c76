/** Like `Promise.all`, but settles only after all have: their arguments are in use until then. */
export async function allOf(promises: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(promises)
  await Promise.all(promises)
}
