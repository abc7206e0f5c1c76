import { budgetTiers, type Input, operations, storageKinds } from '@sluice/contract'
import {
  declineLimitRequest,
  findLimitRequest,
  getTenant,
  grantLimitRequest,
  listTenants,
  resetLimit,
  resetQuota,
  setLimit,
  setQuota,
  tenantLimits,
  tenantRequests,
  tenantStorage,
  tenantUsage,
  waitingLimitRequests,
  whatIfLimit,
} from '@sluice/core'
import { z } from 'zod'
import { texts } from '#texts/server.ts'
import { operatorProcedure, router } from './init.ts'
import { listInput, PAGE_ROWS } from './list-input.ts'

// The core validates figures, reasons and times, for the command line too.
const tier = z.enum(budgetTiers)
/** What is typed and is no number arrives as null. */
const number = z.number(texts.notNumber)
const quota = { kind: z.enum(storageKinds), bytes: number }
const rate = { perMinute: number, burst: number }
const figures = { tier, ...rate }
const time = z.iso.datetime({ offset: true, error: texts.notTime })
const terms = { reason: z.string(), until: time.nullable() }
const organization = z.strictObject({ id: z.string() })

const usageQuery = operations['limits.usage'].query as z.ZodType<Input<'limits.usage'>['query']>

const dateOf = (until: string | null) => (until === null ? null : new Date(until))

/** For operators of the service only. Not in the contract. */
export const operatorRouter = router({
  organizations: operatorProcedure
    .input(z.strictObject(listInput))
    .query(({ ctx, input }) => listTenants(ctx.operator, { ...input, limit: PAGE_ROWS })),

  organization: operatorProcedure
    .input(organization)
    .query(({ ctx, input: { id } }) => getTenant(ctx.operator, id)),

  limits: operatorProcedure
    .input(organization)
    .query(({ ctx, input: { id } }) => tenantLimits(ctx.operator, id)),

  usage: operatorProcedure
    .input(organization.extend({ query: usageQuery }))
    .query(({ ctx, input: { id, query } }) => tenantUsage(ctx.operator, id, query)),

  storage: operatorProcedure.input(organization).query(async ({ ctx, input: { id } }) => ({
    items: await tenantStorage(ctx.operator, id),
  })),

  requestsOf: operatorProcedure
    .input(organization)
    .query(({ ctx, input: { id } }) => tenantRequests(ctx.operator, id)),

  requests: operatorProcedure
    .input(z.strictObject({ cursor: listInput.cursor }))
    .query(({ ctx, input }) => waitingLimitRequests(ctx.operator, { ...input, limit: PAGE_ROWS })),

  request: operatorProcedure
    .input(z.strictObject({ id: z.string() }))
    .query(({ ctx, input: { id } }) => findLimitRequest(ctx.operator, id)),

  whatIf: operatorProcedure
    .input(organization.extend(figures))
    .query(({ ctx, input: { id, ...limit } }) => whatIfLimit(ctx.operator, id, limit)),

  grant: operatorProcedure
    .input(
      z.strictObject({
        ...{ id: z.string(), limits: z.array(z.object(figures)), ...terms },
        storage: z.array(z.object(quota)),
      }),
    )
    .mutation(({ ctx, input: { id, until, ...grant } }) =>
      grantLimitRequest(ctx.operator, id, { ...grant, until: dateOf(until) }),
    ),

  decline: operatorProcedure
    .input(z.strictObject({ id: z.string(), reason: z.string() }))
    .mutation(({ ctx, input: { id, reason } }) => declineLimitRequest(ctx.operator, id, reason)),

  setLimit: operatorProcedure
    .input(
      organization.extend({
        ...figures,
        ...terms,
        was: z.strictObject(rate).nullable().optional(),
      }),
    )
    .mutation(async ({ ctx, input: { id, until, ...change } }) => {
      await setLimit(ctx.operator, id, { ...change, until: dateOf(until) ?? undefined })
    }),

  resetLimit: operatorProcedure
    .input(organization.extend({ tier, was: z.strictObject(rate).optional() }))
    .mutation(async ({ ctx, input: { id, ...reset } }) => {
      await resetLimit(ctx.operator, id, reset)
    }),

  setQuota: operatorProcedure
    .input(organization.extend({ ...quota, reason: z.string(), wasBytes: z.number().optional() }))
    .mutation(async ({ ctx, input: { id, ...change } }) => {
      await setQuota(ctx.operator, id, change)
    }),

  resetQuota: operatorProcedure
    .input(organization.extend({ kind: quota.kind, wasBytes: z.number().optional() }))
    .mutation(async ({ ctx, input: { id, ...reset } }) => {
      await resetQuota(ctx.operator, id, reset)
    }),
})
