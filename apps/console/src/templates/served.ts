import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/trpc/router.ts'

type Outputs = inferRouterOutputs<AppRouter>['templates']

/** The answers as they come over the wire, where a value that may be anything may also be missing. */
export type Plan = Outputs['apply']
export type PlannedRow = Plan['resources'][number]
export type DriftReport = Outputs['drift']
export type DriftedRow = DriftReport['resources'][number]
export type FieldChange = PlannedRow['changes'][number]
