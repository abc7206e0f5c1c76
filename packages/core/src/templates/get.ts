import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { findTemplate } from './find.ts'

export function getTemplate(
  ctx: Context,
  { params }: Input<'templates.get'>,
): Promise<Output<'templates.get'>> {
  return findTemplate(ctx, params.templateId)
}
