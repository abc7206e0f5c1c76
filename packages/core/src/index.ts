export {
  type Actor,
  type KeyActor,
  type Role,
  roles,
  type SystemActor,
  type UserActor,
} from './actor.ts'
export { clientNetwork } from './allow-list/index.ts'
export type { ChainFault, ChainReport } from './audit/index.ts'
export { verifyAuditChain } from './audit/index.ts'
export {
  type BucketPlace,
  type BucketStore,
  type Level,
  limitPeople,
  lookSchema,
  openBuckets,
  type Rate,
  secondsUntilFull,
  wholeUnits,
} from './buckets/index.ts'
export type { Context, Core } from './context.ts'
export { statementCounts } from './database/client.ts'
export { connections } from './database/connections.ts'
export {
  authSecret,
  clickhouseUrl,
  corsOrigins,
  databaseUrl,
  nodesFault,
  privateProviders,
  publicOrigin,
  publicUrl,
  trustedProxies,
  valkeyUrls,
} from './environment-values.ts'
export { judgePeppers, keyPeppers, recordPeppers } from './keys/index.ts'
export {
  declineLimitRequest,
  findLimitRequest,
  type Grant,
  grantLimitRequest,
  type LimitChange,
  noFigures,
  type QueuedRequest,
  type QuotaChange,
  resetLimit,
  resetQuota,
  setLimit,
  setQuota,
  showLimits,
  waitingLimitRequests,
} from './limits/index.ts'
export { project, unprojected } from './lists/index.ts'
export {
  acceptInvitation,
  changeRole,
  contextOfMembers,
  createOwnedOrganization,
  forgetOldInvitations,
  INVITATION_DAYS,
  type InvitationRecord,
  invitationLink,
  invitationStatuses,
  inviteMember,
  inviteOperator,
  leaveOrganization,
  listInvitations,
  listMemberActs,
  listMembers,
  lookAtInvitation,
  type MemberAct,
  type MemberRecord,
  memberSorts,
  memberWithEmail,
  type OfferedMembership,
  removeMember,
  returnInvitationMail,
  rolesToInvite,
  withdrawInvitation,
} from './members/index.ts'
export { type CoreOptions, openCore } from './open-core.ts'
export { atCommandLine, type Operator } from './operator.ts'
export * from './operators/index.ts'
export type { NewAccount } from './organizations/account.ts'
export { actForOrganization } from './organizations/act-for.ts'
export { addOwner } from './organizations/add-owner.ts'
export { createOrganization } from './organizations/create.ts'
export { listOrganizations, type OrganizationSummary } from './organizations/list.ts'
export { type MembershipOf, membershipsOf } from './organizations/membership.ts'
export * from './people/index.ts'
export { LONG_BODY, threadBytes, threadRows, WrittenJson } from './pipeline/long-calls/index.ts'
export { perform } from './pipeline/perform.ts'
export type { KeyRequest } from './pipeline/request.ts'
export { type Answer, run } from './pipeline/run.ts'
export { awaitSharedLog, becomeSoleWriter, removeRecord } from './sample-log/index.ts'
export {
  deleteView,
  listViews,
  type SavedView,
  savedViewLimits,
  saveView,
} from './saved-views/index.ts'
export {
  type Admission,
  addDomain,
  admitMember,
  clearSignInRules,
  confirmIdentity,
  type DomainRecord,
  findCompany,
  grantDomain,
  type Identity,
  type IdentityRefusal,
  identifyPerson,
  isStillIdentified,
  type ProviderDraft,
  proveDomain,
  providerOf,
  type ResolveTxt,
  removeDomain,
  removeProvider,
  ruleTexts,
  type SessionFacts,
  type SignInProvider,
  type SignInSettings,
  sessionHourBounds,
  setProvider,
  setSignInRules,
  showSignIn,
  type UnmetRule,
  unmet,
} from './sign-in/index.ts'
export { tenantStorage } from './storage/index.ts'
export { whatIfLimit } from './usage/index.ts'
export { warmUp } from './warm-up.ts'
