import { z } from 'zod'

/** An identity at a provider whose address has an account here, kept until its holder signs in to that account. */
export const link = {
  kind: 'company-link',
  schema: z.object({
    organizationId: z.string(),
    issuer: z.string(),
    clientId: z.string(),
    subject: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    name: z.string().optional(),
    next: z.string(),
  }),
} as const
