import type { Input, Output } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import { newId } from '../resources/ids.ts'
import { requireScope, templatePath } from '../scopes/index.ts'
import { inspectTemplate } from './inspect.ts'
import { presentTemplate } from './present.ts'

/** Stores a template. Throws `invalid-request` with every reference that cannot be resolved. */
export async function createTemplate(
  ctx: Context,
  { body }: Input<'templates.create'>,
): Promise<Output<'templates.create'>> {
  const { id = newId(), parameters, resources, ...rest } = body
  requireScope(ctx, 'write', [templatePath(id)])
  const faults = await inspectTemplate(body)
  if (faults.length > 0) throw invalidRequest(faults)
  const row = await ctx.db.template.create({
    data: {
      ...rest,
      id,
      organizationId: ctx.actor.organization.id,
      parameters: parameters as Prisma.InputJsonArray,
      resources: resources as Prisma.InputJsonArray,
      ...{ createdAt: ctx.now, updatedAt: ctx.now },
    },
  })
  const after = presentTemplate(row)
  await recordChange(ctx, { operation: 'templates.create', resource: templatePath(id), after })
  return after
}
