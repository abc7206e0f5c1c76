import { readFileSync } from 'node:fs'
import { Command, Help, type Option } from 'commander'
import { repositoryRoot } from '../launch/node.mjs'
import { exitCodes } from './exit-codes.ts'
import { addAuditVerify } from './verbs/audit-verify.ts'
import { addCompletion } from './verbs/completion.ts'
import { addDataSend } from './verbs/data-send.ts'
import { addDataTail } from './verbs/data-tail.ts'
import { addKeysCreate } from './verbs/keys-create.ts'
import { addKeysList } from './verbs/keys-list.ts'
import { addKeysPeppers } from './verbs/keys-peppers.ts'
import { addKeysRevoke } from './verbs/keys-revoke.ts'
import { addKeysRotate } from './verbs/keys-rotate.ts'
import { addKeysShow } from './verbs/keys-show.ts'
import { addKeysSuggest } from './verbs/keys-suggest.ts'
import { addKeysUpdate } from './verbs/keys-update.ts'
import { addLimitsDecline, addLimitsGrant } from './verbs/limits-decide.ts'
import { addLimitsRequests } from './verbs/limits-requests.ts'
import { addLimitsReset } from './verbs/limits-reset.ts'
import { addLimitsSet } from './verbs/limits-set.ts'
import { addLimitsShow } from './verbs/limits-show.ts'
import { addLimitsWhatIf } from './verbs/limits-what-if.ts'
import { addMappingsCreate } from './verbs/mappings-create.ts'
import { addMappingsDelete } from './verbs/mappings-delete.ts'
import { addMappingsList } from './verbs/mappings-list.ts'
import { addMappingsShow } from './verbs/mappings-show.ts'
import { addMappingsTry } from './verbs/mappings-try.ts'
import { addMappingsUpdate } from './verbs/mappings-update.ts'
import { addMembersInvite } from './verbs/members-invite.ts'
import { addMembersList } from './verbs/members-list.ts'
import { addMembersRemove } from './verbs/members-remove.ts'
import { addMigrate } from './verbs/migrate.ts'
import { addOperatorsAdd } from './verbs/operators-add.ts'
import { addOperatorsList } from './verbs/operators-list.ts'
import { addOperatorsLog } from './verbs/operators-log.ts'
import { addOperatorsRemove } from './verbs/operators-remove.ts'
import { addOrganizationsCreate } from './verbs/organizations-create.ts'
import { addOrganizationsList } from './verbs/organizations-list.ts'
import { addOrganizationsSignIn } from './verbs/organizations-sign-in.ts'
import { addSamplesRemoveRecord } from './verbs/samples-remove-record.ts'
import { addStart } from './verbs/start.ts'
import { addStorageReset } from './verbs/storage-reset.ts'
import { addStorageSet } from './verbs/storage-set.ts'
import { addStorageShow } from './verbs/storage-show.ts'
import { addUsersLog } from './verbs/users-log.ts'
import { addUsersResetSecondFactor } from './verbs/users-reset-second-factor.ts'
import { addUsersSetPassword } from './verbs/users-set-password.ts'

const epilogue = `
Uses the stores of DATABASE_URL and CLICKHOUSE_URL if these are set. Otherwise it uses those of the Sluice
that runs on DATA_DIR, or starts the embedded stores for the command.

Exit codes: 0 done; ${exitCodes.failed} failed; ${exitCodes.usage} invalid usage or input; ${exitCodes.notFound} not found; ${exitCodes.conflict} conflict; 128 + n data send ended by signal n.`

/** The operator's command line. It throws what goes wrong, usage errors among it, and never exits by itself. */
export function createProgram(): Command {
  // The settings are inherited by subcommands that are made after them.
  const program = new Command('sluice')
    .description("Sluice's command line for operators.")
    .version(ownVersion(), '--version')
    .exitOverride()
    .showHelpAfterError('(see --help)')
    .addHelpText('after', epilogue)
    .configureHelp({ optionDescription })
  addStart(program)
  addMigrate(program)
  const organizations = program
    .command('organizations')
    .description('manage organizations (tenants)')
  addOrganizationsCreate(organizations)
  addOrganizationsList(organizations)
  addOrganizationsSignIn(organizations)
  const members = program.command('members').description('manage the members of an organization')
  addMembersList(members)
  addMembersInvite(members)
  addMembersRemove(members)
  const keys = program.command('keys').description("manage an organization's API keys")
  addKeysCreate(keys)
  addKeysList(keys)
  addKeysShow(keys)
  addKeysUpdate(keys)
  addKeysRotate(keys)
  addKeysRevoke(keys)
  addKeysSuggest(keys)
  addKeysPeppers(keys)
  const data = program
    .command('data')
    .description('send and read samples through the API, with an API key')
  addDataSend(data)
  addDataTail(data)
  const mappings = program
    .command('mappings')
    .description('manage how labels of other protocols map to things and metrics')
  addMappingsList(mappings)
  addMappingsShow(mappings)
  addMappingsCreate(mappings)
  addMappingsUpdate(mappings)
  addMappingsDelete(mappings)
  addMappingsTry(mappings)
  const limits = program.command('limits').description("manage an organization's rate limits")
  addLimitsShow(limits)
  addLimitsSet(limits)
  addLimitsReset(limits)
  addLimitsRequests(limits)
  addLimitsWhatIf(limits)
  addLimitsGrant(limits)
  addLimitsDecline(limits)
  const storage = program.command('storage').description("manage an organization's storage quotas")
  addStorageShow(storage)
  addStorageSet(storage)
  addStorageReset(storage)
  addSamplesRemoveRecord(
    program.command('samples').description('repair the log of samples that nodes share'),
  )
  addAuditVerify(program.command('audit').description('check the audit logs'))
  const users = program.command('users').description('manage console accounts')
  addUsersSetPassword(users)
  addUsersResetSecondFactor(users)
  addUsersLog(users)
  const operators = program
    .command('operators')
    .description('manage operators, who run the service')
  addOperatorsAdd(operators)
  addOperatorsRemove(operators)
  addOperatorsList(operators)
  addOperatorsLog(operators)
  addCompletion(program)
  return program
}

/** As commander describes an option, and whether it must be there. */
function optionDescription(option: Option): string {
  const described = Help.prototype.optionDescription.call(new Help(), option)
  return option.mandatory && option.defaultValue === undefined
    ? `(required) ${described}`
    : described
}

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(`${repositoryRoot}package.json`, 'utf8'))
  return String(version)
}
