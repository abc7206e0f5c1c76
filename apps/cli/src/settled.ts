/**
 * As Promise.all, but it rejects only when all have settled: nothing is still running while the caller
 * cleans up.
 */
export async function settled<Values extends readonly unknown[]>(
  promises: readonly [...Values],
): Promise<{ -readonly [Index in keyof Values]: Awaited<Values[Index]> }> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}
