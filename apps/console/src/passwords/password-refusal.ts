import { isFailure } from '#data/failure.ts'

/** Why the server refused a new password: a sentence for its field. Undefined where a call failed for anything else. */
export function passwordRefusal(error: unknown): string | undefined {
  if (!isFailure(error)) return undefined
  const faults = error.data?.problem?.errors ?? []
  return faults.find(({ pointer }) => pointer === '/password')?.detail
}
