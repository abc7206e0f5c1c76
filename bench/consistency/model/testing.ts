import type { Act } from './act.ts'

let made = 0

/** A write to `n`, over unless something else is said. Each comes after those that were made before. */
export function actOf(outcome: Act['outcome'], other: Partial<Act> = {}): Act {
  made += 1
  return {
    ...{ id: made, kind: 'write', node: 'n', began: 0, burst: -made, ended: 0 },
    ...{ outcome, answer: '', isOver: true },
    ...other,
  }
}
