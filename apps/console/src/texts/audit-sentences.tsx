import type { AuditedOperation } from '@sluice/contract'
import type { ReactNode } from 'react'
import type { Kind } from '../audit/sentences/resource.ts'
import type { Said } from '../audit/sentences/said.ts'
import { plural } from './plural.ts'
import { texts as roles } from './roles.ts'

const language = 'en'
const list = new Intl.ListFormat(language, { type: 'conjunction' })

type Say = (said: Said) => ReactNode

/** Builds sentences such as "Ann created key x". */
function did(verb: string): Say {
  return ({ who, what }) => (
    <>
      {who} {verb} {what}
    </>
  )
}

/** Names of fields in sentences. Other fields keep their API name. */
const fieldWords: Readonly<Record<string, string>> = {
  name: 'the name',
  description: 'the description',
  labels: 'the labels',
  attributes: 'the attributes',
  location: 'the location',
  timezone: 'the time zone',
  siteId: 'the site',
  fleetIds: 'the fleets',
  thingTypeId: 'the type',
  scopes: 'the scopes',
  expiresAt: 'the expiry',
  status: 'the status',
  budgetShare: 'the share of the limits',
  allowedIpCidrs: 'the allowed addresses',
  eventTypes: 'the events',
  url: 'the URL',
  enabled: 'whether it is enabled',
  metrics: 'the metrics',
  unit: 'the unit',
  retentionDays: 'the retention period',
  retiredAt: 'the retirement date',
}

const fieldWord = (field: string) => fieldWords[field] ?? field

/** More fields are counted instead of named. */
const MOST_FIELDS = 3

const updated: Say = ({ who, what, fields, single }) => {
  if (single?.field === 'enabled')
    return did(single.to === 'true' ? 'enabled' : 'disabled')({ who, what } as Said)
  if (single) {
    return (
      <>
        {who} changed {fieldWord(single.field)} of {what} from <q>{single.from}</q> to{' '}
        <q>{single.to}</q>
      </>
    )
  }
  if (fields.length === 0) return did('saved')({ who, what } as Said)
  const which =
    fields.length > MOST_FIELDS
      ? plural(fields.length, { one: '# field', other: '# fields' })
      : list.format(fields.map(fieldWord))
  return (
    <>
      {who} changed {which} of {what}
    </>
  )
}

/** Builds a sentence about a person, named by email. */
function person(say: (email: ReactNode, said: Said) => ReactNode): Say {
  return (said) => say(<b>{said.after.text('email') ?? said.before.text('email')}</b>, said)
}

const roleOf = ({ before, after }: Said): string => {
  const role = after.text('role') ?? before.text('role') ?? ''
  return role in roles.inSentence ? roles.inSentence[role as keyof typeof roles.inSentence] : role
}

const didToPerson = (verb: string): Say =>
  person((email, { who }) => (
    <>
      {who} {verb} {email}
    </>
  ))

const didToDomain =
  (verb: string): Say =>
  ({ who, before, after }) => (
    <>
      {who} {verb} <b>{after.text('domain') ?? before.text('domain')}</b>
    </>
  )

const didToView =
  (verb: string): Say =>
  ({ who, before, after }) => (
    <>
      {who} {verb} view <b>{after.text('name') ?? before.text('name')}</b>
    </>
  )

const things = { one: '# thing', other: '# things' }

const changedMembers: Say = ({ who, what, entry, before, after }) => {
  if (entry.resource.startsWith('THING/')) {
    return (
      <>
        {who} changed the fleets of {what}
      </>
    )
  }
  const [added, removed] = [after.count('added'), before.count('removed')]
  if (removed === 0) {
    return (
      <>
        {who} added {plural(added, things)} to {what}
      </>
    )
  }
  if (added === 0) {
    return (
      <>
        {who} removed {plural(removed, things)} from {what}
      </>
    )
  }
  return (
    <>
      {who} added {plural(added, things)} to {what} and removed {plural(removed, things)}
    </>
  )
}

const applied: Say = ({ who, what, after }) => {
  const summary = after.within('summary')
  const counts = [
    plural(summary.count('create'), { one: '# created', other: '# created' }),
    plural(summary.count('update'), { one: '# changed', other: '# changed' }),
    plural(summary.count('release'), { one: '# released', other: '# released' }),
  ].filter((count) => !count.startsWith('0 '))
  return (
    <>
      {who} applied {what}
      {counts.length > 0 && `: ${list.format(counts)}`}
    </>
  )
}

const rotated: Say = ({ who, what, after }) =>
  after.text('rotatedFrom') === undefined ? (
    <>
      {who} rotated {what}
    </>
  ) : (
    <>
      {who} created {what} to replace another
    </>
  )

const sentences: Record<AuditedOperation, Say> = {
  'fleets.changeMembers': changedMembers,
  'fleets.create': did('created'),
  'fleets.delete': did('deleted'),
  'fleets.update': updated,
  'integrations.create': did('created'),
  'integrations.delete': did('deleted'),
  'integrations.disable': did('disabled'),
  'integrations.dropEvents': did('began to drop events of'),
  'integrations.noteEvents': did('resumed events of'),
  'integrations.redeliver': ({ who, what }) => (
    <>
      {who} resent a delivery of {what}
    </>
  ),
  'integrations.redeliverMany': ({ who, what, after }) => (
    <>
      {who} resent {plural(after.count('deliveries'), { one: '# delivery', other: '# deliveries' })}{' '}
      of {what}
    </>
  ),
  'integrations.rotateSecret': did('rotated the secret of'),
  'integrations.test': did('sent a test event to'),
  'integrations.update': updated,
  'invitations.create': person((email, said) => (
    <>
      {said.who} invited {email} as {roleOf(said)}
    </>
  )),
  'invitations.withdraw': didToPerson('withdrew the invitation to'),
  'keys.create': did('created'),
  'keys.revoke': did('revoked'),
  'keys.rotate': rotated,
  'keys.update': updated,
  'leakedKeys.report': ({ who, what }) => (
    <>
      {who} reported {what} as leaked
    </>
  ),
  'limitRequests.create': ({ who }) => <>{who} asked for higher limits</>,
  'limitRequests.decline': ({ who }) => <>{who} declined the request for higher limits</>,
  'limitRequests.grant': ({ who }) => <>{who} granted the request for higher limits</>,
  'limits.reset': did('reset the limits of'),
  'limits.set': did('changed the limits of'),
  'mappings.create': did('created'),
  'mappings.delete': did('deleted'),
  'mappings.update': updated,
  'members.add': person((email, said) => (
    <>
      {said.who} added {email} as {roleOf(said)}
    </>
  )),
  'members.addPasskey': didToPerson('added a passkey to the account of'),
  'members.changePassword': didToPerson('changed the password of'),
  'members.changeRole': person((email, said) => (
    <>
      {said.who} made {email} {roleOf(said)}
    </>
  )),
  'members.claimAccount': didToPerson('confirmed the account of'),
  'members.connectCompany': didToPerson('connected company sign-in to the account of'),
  'members.deletePasskey': didToPerson('deleted a passkey from the account of'),
  'members.disableSecondFactor': didToPerson('turned off two-step sign-in for'),
  'members.enableSecondFactor': didToPerson('turned on two-step sign-in for'),
  'members.join': person((email, said) => (
    <>
      {email} joined as {roleOf(said)}
    </>
  )),
  'members.leave': person((email) => <>{email} left the organization</>),
  'members.remove': didToPerson('removed'),
  'members.renewBackupCodes': didToPerson('renewed the backup codes of'),
  'members.resetPassword': didToPerson('reset the password of'),
  'members.resetSecondFactor': didToPerson('reset two-step sign-in for'),
  'members.setPassword': didToPerson('set the password of'),
  'metricDefinitions.create': did('created'),
  'metricDefinitions.delete': did('deleted'),
  'metricDefinitions.update': updated,
  'organization.update': updated,
  'organizations.create': did('created'),
  'savedViews.create': didToView('saved'),
  'savedViews.delete': didToView('deleted'),
  'savedViews.update': didToView('changed'),
  'signIn.addDomain': didToDomain('added domain'),
  'signIn.proveDomain': didToDomain('verified domain'),
  'signIn.removeDomain': didToDomain('removed domain'),
  'signIn.removeProvider': ({ who }) => <>{who} removed the company’s identity provider</>,
  'signIn.setProvider': ({ who }) => <>{who} set the company’s identity provider</>,
  'signIn.setRules': ({ who }) => <>{who} changed the sign-in rules</>,
  'sites.create': did('created'),
  'sites.delete': did('deleted'),
  'sites.update': updated,
  'storage.full': ({ who }) => <>{who} refuses more samples, since the quota is used up</>,
  'storage.nearlyFull': ({ who }) => <>{who} noted that a storage quota is nearly used up</>,
  'storage.resetQuota': ({ who }) => <>{who} reset a storage quota to the default</>,
  'storage.room': ({ who }) => <>{who} takes samples again</>,
  'storage.setQuota': ({ who }) => <>{who} changed a storage quota</>,
  'telemetry.erase': did('erased samples of'),
  'templates.apply': applied,
  'templates.create': did('created'),
  'templates.delete': did('deleted'),
  'templates.forget': did('forgot an application of'),
  'templates.update': updated,
  'thingTypes.create': did('created'),
  'thingTypes.delete': did('deleted'),
  'thingTypes.update': updated,
  'things.create': did('created'),
  'things.delete': did('deleted'),
  'things.update': updated,
}

const kinds: Record<Kind, (name: ReactNode) => ReactNode> = {
  thing: (name) => <>thing {name}</>,
  site: (name) => <>site {name}</>,
  fleet: (name) => <>fleet {name}</>,
  thingType: (name) => <>thing type {name}</>,
  metric: (name) => <>metric {name}</>,
  mapping: (name) => <>mapping {name}</>,
  template: (name) => <>template {name}</>,
  integration: (name) => <>integration {name}</>,
  key: (name) => <>key {name}</>,
}

/** Sentences for the entries of the audit log. */
export const texts = {
  sentences,
  kinds,
  organization: 'the organization',
  none: 'none',
  byKey: (name: ReactNode) => <>Key {name}</>,
  byOperator: (name: ReactNode) => <>Operator {name}</>,
  byService: 'Sluice',
  /** Someone with access to the machine, using the command line. */
  byMachine: 'The operator',
  /** For an operation of another version of Sluice. */
  other: ({ who, what, entry }: Said) => (
    <>
      {who} called <code>{entry.operation}</code> on {what}
    </>
  ),
}
