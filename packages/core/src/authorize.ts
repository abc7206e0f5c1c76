import { type ActorName, type KeyAccess, operations } from '@sluice/contract'
import type { Context } from './context.ts'
import { insideLocators, locators } from './operations.ts'
import { notFound, Problem } from './problem.ts'
import type { RawCall } from './request.ts'
import { covers, formsOf, requireScope, requireSomeScope } from './scopes/index.ts'

/**
 * Step 6 of a request's life. A resource that the caller may not read is 404, the same as a missing one; one
 * that it may read but not act on is 403, naming the smallest scope that is missing. What a row makes new
 * is authorized by its handler, which knows the path.
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

/** Awaits nothing where the resource's place is known. */
function authorizeOne(
  ctx: Context,
  name: ActorName,
  access: KeyAccess,
  input: RawCall,
): void | Promise<void> {
  const id = idIn(operations[name].path, input)
  const decide = (paths: readonly string[] | undefined) => {
    const { scopes } = ctx.actor
    const known = paths && (covers(scopes, access.action, paths) || covers(scopes, 'read', paths))
    if (!known) throw notFound(access.resource, id)
    requireScope(ctx, access.action, paths)
  }
  const paths = locate(ctx, access, id)
  return paths instanceof Promise ? paths.then(decide) : decide(paths)
}

/** The paths that decide: those of the resource, or of a thing in it where that is enough and it is not covered itself. */
function locate(ctx: Context, { resource, action, orAnyThingIn }: KeyAccess, id: string) {
  const paths = locators[resource](ctx, id)
  if (!orAnyThingIn || paths instanceof Promise) return paths
  const inside = paths && !covers(ctx.actor.scopes, action, paths) && insideLocators[resource]
  return inside ? inside(ctx, id) : paths
}

function requireKeyType(ctx: Context, allowed: KeyAccess['keyTypes']): void {
  if (ctx.actor.type !== 'key' || !allowed || allowed.includes(ctx.actor.keyType)) return
  const detail = `This needs a key of type ${allowed.join(' or ')}; an ${ctx.actor.keyType} key cannot.`
  throw new Problem('key-type-not-allowed', { detail })
}

/** The value of the path's first parameter, which names the resource. */
function idIn(path: string, input: RawCall): string {
  const parameter = /\{(\w+)\}/.exec(path)?.[1] ?? ''
  return String((input.params as Record<string, unknown>)[parameter])
}
