import { isFailure } from '#data/failure.ts'

/** What the API says about the condition, if it is all that it refuses. */
export function whereFaults(error: unknown): readonly string[] | undefined {
  const faults = (isFailure(error) && error.data?.problem?.errors) || []
  const areOfWhere = faults.every(({ pointer }) => pointer === '/query/where')
  return faults.length > 0 && areOfWhere ? faults.map(({ detail }) => detail) : undefined
}
