import type { Core } from '../context.ts'
import { type Operator, operatorOf } from '../operator.ts'

/** Whether a console user is currently an operator. */
export async function isOperator(core: Pick<Core, 'db'>, userId: string): Promise<boolean> {
  return (await core.db.operator.count({ where: { userId } })) > 0
}

/** The operator for a console user, or undefined. Read from the database at every call. */
export async function findOperator(
  core: Core,
  userId: string,
  request: Pick<Operator, 'address' | 'requestId'>,
): Promise<Operator | undefined> {
  const row = await core.db.operator.findUnique({
    where: { userId },
    select: { user: { select: { id: true, name: true } } },
  })
  return row ? operatorOf(core, row.user, request) : undefined
}
