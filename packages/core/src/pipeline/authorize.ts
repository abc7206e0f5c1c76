import { type ActorName, type KeyAccess, operationNames, operations } from '@sluice/contract'
import { andThen, notFound, Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { covers, formsOf, requireReach, requireScope, requireSomeScope } from '../scopes/index.ts'
import { insideReaders, locators } from './locators.ts'
import type { RawCall } from './request.ts'

/**
 * Step 6 of a request's life. A resource that the caller may not read is 404, the same as a missing one. One that it
 * may read but not act on is 403, naming the smallest missing scope. A resource that does not exist yet is authorized
 * by its handler, which knows the path.
 */
export function authorize(ctx: Context, name: ActorName, input: RawCall): void | Promise<void> {
  const access = operations[name].access as KeyAccess
  requireKeyType(ctx, access.keyTypes)
  switch (access.target) {
    case 'one':
      return authorizeOne(ctx, name, access, input)
    case 'many':
      return requireSomeScope(ctx, access.action, formsOf[access.resource])
    case 'own':
      return requireScope(ctx, access.action, formsOf[access.resource])
  }
}

/** Synchronous if the resource's path is cached. */
function authorizeOne(
  ctx: Context,
  name: ActorName,
  access: KeyAccess,
  input: RawCall,
): void | Promise<void> {
  const id = idIn(name, input)
  const decide = (paths: readonly string[] | undefined) => {
    const missing = () => notFound(access.resource, id)
    if (!paths) throw missing()
    requireReach(ctx, access.action, paths, missing)
  }
  const paths = locators[access.resource](ctx, id)
  if (paths instanceof Promise || !access.orAnyThingIn) return andThen(paths, decide)
  const covered = paths && covers(ctx.actor.scopes, access.action, paths)
  return covered ? decide(paths) : authorizeInside(ctx, access, id)
}

/**
 * Lets a caller into a place that it may not read itself but in which it may read some thing. The need that is recorded
 * is that of a list of things, because any of the caller's scopes may have allowed it.
 */
async function authorizeInside(ctx: Context, access: KeyAccess, id: string): Promise<void> {
  const reads = await insideReaders[access.resource]?.(ctx, id)
  if (!reads) throw notFound(access.resource, id)
  requireSomeScope(ctx, access.action, formsOf.thing)
}

function requireKeyType(ctx: Context, allowed: KeyAccess['keyTypes']): void {
  if (ctx.actor.type !== 'key' || !allowed || allowed.includes(ctx.actor.keyType)) return
  const detail = `This operation needs a key of type ${allowed.join(' or ')}. This key is of type ${ctx.actor.keyType}.`
  throw new Problem('key-type-not-allowed', { detail })
}

/** The first parameter of each row's path. */
const parameters = new Map(
  operationNames.map((name) => [name, /\{(\w+)\}/.exec(operations[name].path)?.[1] ?? '']),
)

/** The value of the path's first parameter, which names the resource. */
function idIn(name: ActorName, input: RawCall): string {
  return String((input.params as Record<string, unknown>)[parameters.get(name) ?? ''])
}
