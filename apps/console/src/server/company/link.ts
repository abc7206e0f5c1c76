import { z } from 'zod'

/** Who signed in at a provider and has an account here, until its holder has signed in to it. */
export const link = {
  kind: 'company-link',
  schema: z.object({
    organizationId: z.string(),
    issuer: z.string(),
    clientId: z.string(),
    subject: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    name: z
      .string()
      .optional()
      .transform((name) => name),
    next: z.string(),
  }),
} as const
