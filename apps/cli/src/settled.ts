/**
 * As Promise.all, but a failure is told only after all have ended: nothing goes on behind the back of
 * whoever cleans up.
 */
export async function settled<Values extends readonly unknown[]>(
  promises: readonly [...Values],
): Promise<{ -readonly [Index in keyof Values]: Awaited<Values[Index]> }> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}
