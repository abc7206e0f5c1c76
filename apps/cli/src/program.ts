import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { repositoryRoot } from '../launch/node.mjs'
import { exitCodes } from './failure.ts'
import { addAuditVerify } from './verbs/audit-verify.ts'
import { addKeysCreate } from './verbs/keys-create.ts'
import { addKeysList } from './verbs/keys-list.ts'
import { addKeysPeppers } from './verbs/keys-peppers.ts'
import { addKeysRevoke } from './verbs/keys-revoke.ts'
import { addLimitsDecline, addLimitsGrant } from './verbs/limits-decide.ts'
import { addLimitsRequests } from './verbs/limits-requests.ts'
import { addLimitsReset } from './verbs/limits-reset.ts'
import { addLimitsSet } from './verbs/limits-set.ts'
import { addLimitsShow } from './verbs/limits-show.ts'
import { addLimitsWhatIf } from './verbs/limits-what-if.ts'
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
import { addStart } from './verbs/start.ts'
import { addUsersLog } from './verbs/users-log.ts'
import { addUsersResetSecondFactor } from './verbs/users-reset-second-factor.ts'
import { addUsersSetPassword } from './verbs/users-set-password.ts'

const epilogue = `
Works on the stores of DATABASE_URL and CLICKHOUSE_URL where these are set; else on those of the product
that runs on DATA_DIR; else it starts the embedded stores for as long as it takes.

Exit codes: 0 done; ${exitCodes.failed} failed; ${exitCodes.usage} wrong usage or input; ${exitCodes.notFound} no such thing; ${exitCodes.conflict} conflict with what is there.`

/** The operator's command line. It throws what goes wrong, usage errors among it, and never exits by itself. */
export function createProgram(): Command {
  // The settings are inherited by subcommands that are made after them.
  const program = new Command('sluice')
    .description("Sluice's command line for operators.")
    .version(ownVersion(), '--version')
    .exitOverride()
    .showHelpAfterError('(add --help for what there is)')
    .addHelpText('after', epilogue)
  addStart(program)
  addMigrate(program)
  const organizations = program.command('organizations').description('the tenants')
  addOrganizationsCreate(organizations)
  addOrganizationsList(organizations)
  const members = program.command('members').description('the people of an organization')
  addMembersList(members)
  addMembersInvite(members)
  addMembersRemove(members)
  const keys = program.command('keys').description("an organization's API keys")
  addKeysCreate(keys)
  addKeysList(keys)
  addKeysRevoke(keys)
  addKeysPeppers(keys)
  const limits = program.command('limits').description("an organization's rate limits")
  addLimitsShow(limits)
  addLimitsSet(limits)
  addLimitsReset(limits)
  addLimitsRequests(limits)
  addLimitsWhatIf(limits)
  addLimitsGrant(limits)
  addLimitsDecline(limits)
  addAuditVerify(program.command('audit').description('the audit logs'))
  const users = program.command('users').description('the people who sign in to the console')
  addUsersSetPassword(users)
  addUsersResetSecondFactor(users)
  addUsersLog(users)
  const operators = program.command('operators').description('the people who run the service')
  addOperatorsAdd(operators)
  addOperatorsRemove(operators)
  addOperatorsList(operators)
  addOperatorsLog(operators)
  return program
}

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(`${repositoryRoot}package.json`, 'utf8'))
  return String(version)
}
