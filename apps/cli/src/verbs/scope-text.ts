import type { Scope } from '@sluice/contract'
import { UsageError } from '../usage-error.ts'

/** `ACTION:FILTER`; whether it makes sense is for the operation to say. */
export function parseScope(text: string): Scope {
  const [, action, resourceFilter] = /^([^:]+):(.+)$/s.exec(text) ?? []
  if (action === undefined || resourceFilter === undefined) {
    throw new UsageError(
      `--scope ${text} is not ACTION:FILTER. Examples: '*:#' for everything, 'read:THING/#/#'.`,
    )
  }
  return { action: action as Scope['action'], resourceFilter }
}

/** As `parseScope` reads it. */
export function formatScope({ action, resourceFilter }: Scope): string {
  return `${action}:${resourceFilter}`
}
