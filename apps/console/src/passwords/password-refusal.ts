import { isFailure } from '#data/failure.ts'

/** Why the server refused a new password, as a message for its field. Undefined for other failures. */
export function passwordRefusal(error: unknown): string | undefined {
  if (!isFailure(error)) return undefined
  const faults = error.data?.problem?.errors ?? []
  return faults.find(({ pointer }) => pointer === '/password')?.detail
}
