import {
  addDomain,
  proveDomain,
  removeDomain,
  removeProvider,
  sessionHourBounds,
  setProvider,
  setSignInRules,
  showSignIn,
} from '@sluice/core'
import { discover, isIssuer, ProviderFault } from '@sluice/openid'
import { invalidRequest } from '@sluice/runtime'
import { z } from 'zod'
import { texts } from '#texts/server.ts'
import { providerReach, redirectUriOf, resolveTxt } from '../company/provider-reach.ts'
import { membershipProcedure, recentProcedure, router } from './init.ts'

const issuer = z.string().trim().max(2000)
const text = (longest: number) => z.string().trim().min(1, texts.missing).max(longest)
/** An entry of the `etags` that were read. */
const ifMatch = z.string().max(200).optional()
const domain = z.strictObject({ domain: z.string().max(300) })

/** How people sign in to an organization, for its owners. Not in the contract, so that no key has access to it. */
export const companyRouter = router({
  get: membershipProcedure.query(async ({ ctx }) => ({
    ...(await showSignIn(ctx.members)),
    redirectUri: redirectUriOf(ctx.actor.organization.id),
    hourBounds: sessionHourBounds,
  })),

  setProvider: recentProcedure
    .input(
      z.strictObject({
        issuer,
        clientId: text(500),
        /** If left out, the stored secret stays. */
        clientSecret: text(1000).optional(),
        joinRole: z.enum(['admin', 'viewer']).nullable(),
        ifMatch,
      }),
    )
    .mutation(({ ctx, input: { clientSecret, ifMatch, ...rest } }) => {
      if (!isIssuer(rest.issuer, providerReach(ctx.actor.organization.id))) {
        const detail = texts.notIssuer
        throw invalidRequest([{ pointer: '/issuer', detail }])
      }
      const members = { ...ctx.members, ifMatch }
      return setProvider(members, { ...rest, clientSecret }, ctx.session.facts)
    }),

  removeProvider: recentProcedure
    .input(z.strictObject({ ifMatch }).default({}))
    .mutation(({ ctx, input }) => removeProvider({ ...ctx.members, ...input }, ctx.session.facts)),

  /** Looks up an issuer, as sign-in does. It is a mutation only because it makes this service call others. */
  test: recentProcedure.input(z.strictObject({ issuer })).mutation(async ({ ctx, input }) => {
    await showSignIn(ctx.members)
    try {
      const reach = providerReach(ctx.actor.organization.id)
      const { metadata: _, ...found } = await discover(reach, input.issuer)
      return { found, fault: null }
    } catch (error) {
      if (error instanceof ProviderFault) return { found: null, fault: error.message }
      throw error
    }
  }),

  addDomain: recentProcedure
    .input(domain)
    .mutation(({ ctx, input }) => addDomain(ctx.members, input.domain)),

  proveDomain: recentProcedure
    .input(domain)
    .mutation(({ ctx, input }) => proveDomain(ctx.members, input.domain, resolveTxt)),

  removeDomain: recentProcedure
    .input(domain)
    .mutation(({ ctx, input }) => removeDomain(ctx.members, input.domain)),

  setRules: recentProcedure
    .input(
      z.strictObject({
        requireCompany: z.boolean(),
        requireSecondFactor: z.boolean(),
        sessionHours: z.number().nullable(),
        ifMatch,
      }),
    )
    .mutation(({ ctx, input: { ifMatch, ...rules } }) =>
      setSignInRules({ ...ctx.members, ifMatch }, rules, ctx.session.facts),
    ),
})
