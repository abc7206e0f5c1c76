import type { Context, SignInSettings } from '@sluice/core'
import type { Command } from 'commander'
import { fields, print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

interface Flags {
  json?: boolean
}

export function addOrganizationsSignIn(organizations: Command): void {
  addVerb(
    organizations,
    'sign-in <id>',
    'show how people sign in to an organization: provider, domains, rules',
  ).action((id: string, flags: Flags) => show(id, flags))
  addVerb(
    organizations,
    'grant-domain <id> <domain>',
    "let an organization's provider sign in people with addresses in a domain, without a DNS record",
  ).action((id: string, domain: string, flags: Flags) =>
    show(id, flags, async (ctx, { grantDomain }) => {
      await grantDomain(ctx, domain)
    }),
  )
  addVerb(
    organizations,
    'clear-sign-in-rules <id>',
    'switch off all sign-in rules of an organization, for when nobody can sign in',
  ).action((id: string, flags: Flags) =>
    show(id, flags, (ctx, { clearSignInRules }) => clearSignInRules(ctx)),
  )
}

type Library = Pick<typeof import('@sluice/core'), 'clearSignInRules' | 'grantDomain'>

async function show(
  id: string,
  flags: Flags,
  change: (ctx: Context, library: Library) => Promise<void> = async () => {},
): Promise<void> {
  const settings = await withCore(async (core, library) => {
    const ctx = await library.membersOf(core, id)
    await change(ctx, library)
    return library.showSignIn(ctx)
  })
  print(flags, settings, (shown) => fields(linesOf(shown)))
}

function linesOf({ provider, domains, rules }: SignInSettings): Record<string, string> {
  const { requireCompany, requireSecondFactor, sessionHours } = rules
  const list = domains.map(({ domain, provenBy }) => `${domain} (${provenBy ?? 'not proven'})`)
  return {
    provider: provider ? `${provider.issuer} as ${provider.clientId}` : 'none',
    'new people': provider?.joinRole ?? 'by invitation',
    domains: list.join(', ') || 'none',
    'company sign-in': requireCompany ? 'required' : 'not required',
    'second factor': requireSecondFactor ? 'required' : 'not required',
    sessions: sessionHours === null ? 'as long as they last' : `at most ${sessionHours} hours`,
  }
}
