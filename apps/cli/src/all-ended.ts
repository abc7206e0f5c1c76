/**
 * As Promise.all, but it rejects only when all have ended: nothing is still running while the caller
 * cleans up.
 */
export async function allEnded<Values extends readonly unknown[]>(
  promises: readonly [...Values],
): Promise<{ -readonly [Index in keyof Values]: Awaited<Values[Index]> }> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}
