import type { GenericEndpointContext } from 'better-auth'

/** How each call authenticates the session that it creates. */
const methods: Readonly<Record<string, 'password' | 'passkey'>> = {
  '/sign-in/email': 'password',
  '/two-factor/verify-totp': 'password',
  '/two-factor/verify-backup-code': 'password',
  '/passkey/verify-authentication': 'passkey',
}

/** Our own columns, which no call can set. */
export const sessionFields = {
  method: { type: 'string', required: false, input: false },
  companyOrganizationId: { type: 'string', required: false, input: false },
} as const

/** Records how a session was authenticated. A session that replaces another keeps that one's method. */
export async function noteMethod<Session extends object>(
  session: Session,
  ctx: GenericEndpointContext | null,
) {
  const method = fieldOf(session, 'method') ?? methodOf(ctx)
  return { data: { ...session, ...(method !== undefined && { method }) } }
}

function methodOf(ctx: GenericEndpointContext | null): unknown {
  if (ctx?.path !== '/change-password') return methods[ctx?.path ?? '']
  return fieldOf(ctx.context.session?.session, 'method') ?? 'password'
}

function fieldOf(record: unknown, field: string): unknown {
  return Reflect.get(Object(record), field) ?? undefined
}
