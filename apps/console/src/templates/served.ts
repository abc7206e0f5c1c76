import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/trpc/router.ts'

type Outputs = inferRouterOutputs<AppRouter>['templates']

/** Types as received: JSON leaves out undefined, so members of type `unknown` are optional. */
export type Plan = Outputs['apply']
export type PlannedRow = Plan['resources'][number]
export type DriftReport = Outputs['drift']
export type DriftedRow = DriftReport['resources'][number]
export type FieldChange = PlannedRow['changes'][number]
