import { callLimits } from '@sluice/contract'

/**
 * Why arbitrary JSON is too large for further checks, or undefined. Stops at the first exceeded bound, so its cost is
 * bounded.
 */
export function sizeFault(root: unknown, limit: number = callLimits.values): string | undefined {
  let values = 0
  const visit = (value: unknown, depth: number): string | undefined => {
    if (typeof value !== 'object' || value === null) return undefined
    if (depth === 0) return `is nested deeper than ${callLimits.depth} levels`
    const most = Array.isArray(value) ? limit : callLimits.bodyMembers
    let members = 0
    for (const name in value) {
      values += 1
      members += 1
      if (values > limit) return `must hold at most ${limit} values, all levels together`
      if (members > most) return `must have at most ${most} members an object`
      const fault = visit((value as Record<string, unknown>)[name], depth - 1)
      if (fault) return fault
    }
    return undefined
  }
  return visit(root, callLimits.depth)
}
