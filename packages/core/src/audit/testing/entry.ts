import type { Entry } from '../entry.ts'

/** An entry of no change. */
export const entry: Entry = {
  ...{ organizationId: 'nobody', at: new Date(0), actorType: 'system', actorId: 'x' },
  ...{ actorName: 'x', address: null, requestId: null, operation: 'x', resource: 'x' },
  ...{ before: null, after: null },
}

/** An entry as Prisma inserts it, which takes no null for JSON. */
export function plain({ before, after, ...fields }: Entry) {
  return fields
}
