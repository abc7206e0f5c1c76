import type { OperationName } from '@sluice/contract'
import type { Shot } from './attack.ts'

/** Most samples of a body, and things of a call. */
export const [SAMPLES, THINGS] = [1_000_000, 1000]

/** Of the first sample. */
export const START = Date.UTC(2026, 0, 1)

/** Makes a call of an organization. */
export type MakeShot = (name: OperationName, what: string, call: object) => Shot

export function range<Made>(count: number, make: (i: number) => Made): Made[] {
  return Array.from({ length: count }, (_, i) => make(i))
}
