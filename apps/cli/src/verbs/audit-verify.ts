import type { ChainReport, Core } from '@sluice/core'
import type { Command } from 'commander'
import { LaunchError } from '../../launch/launch-error.mjs'
import { print } from '../output.ts'
import { type Library, withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization?: string
  json?: boolean
}

export function addAuditVerify(audit: Command): void {
  addVerb(
    audit,
    'verify',
    'verify that no entry was changed, removed or inserted; exits with 1 otherwise',
  )
    .option('--organization <id>', 'check only this organization')
    .action(verifyAudit)
}

async function verifyAudit(flags: Flags): Promise<void> {
  const items = await withCore(async (core, library) => {
    const reports: ChainReport[] = []
    for (const id of await wanted(core, library, flags.organization)) {
      reports.push(await library.verifyAuditChain(core, id))
    }
    return reports
  })
  print(flags, { items }, () => items.map(sentence).join('\n') || 'There is no organization.')
  const broken = items.filter(({ fault }) => fault).map(({ organizationId }) => organizationId)
  if (broken.length > 0) throw new LaunchError(`The audit log is broken: ${broken.join(', ')}.`)
}

async function wanted(
  core: Core,
  { atCommandLine, listOrganizations, operatorOf }: Library,
  organization: string | undefined,
): Promise<string[]> {
  if (organization === undefined)
    return (await listOrganizations(atCommandLine(core))).map(({ id }) => id)
  await operatorOf(core, organization)
  return [organization]
}

function sentence({ organizationId, verified, unchained, head, fault }: ChainReport): string {
  const older = unchained === 0 ? '' : `, ${unchained} older than the chain`
  if (!fault) return `${organizationId}: ${verified} entries verified${older}; last hash ${head}`
  const entry = fault.entryId === null ? '' : ` (id ${fault.entryId})`
  const place = fault.position === null ? `an entry` : `entry ${fault.position}`
  return `${organizationId}: broken at ${place}${entry}: ${fault.reason}; ${verified} verified${older}`
}
