import type { GenericEndpointContext } from 'better-auth'

/** What each call begins a session by. */
const methods: Readonly<Record<string, 'password' | 'passkey'>> = {
  '/sign-in/email': 'password',
  '/two-factor/verify-totp': 'password',
  '/two-factor/verify-backup-code': 'password',
  '/passkey/verify-authentication': 'passkey',
}

/** Columns of our own, which no call can write. */
export const sessionFields = {
  method: { type: 'string', required: false, input: false },
  companyOrganizationId: { type: 'string', required: false, input: false },
} as const

/** Notes what a session was begun by. One that takes the place of another keeps what that one had. */
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
