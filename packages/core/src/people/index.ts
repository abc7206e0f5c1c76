export { type Access, accessBy, isAccessStill } from './access-epoch.ts'
export {
  type AccountAct,
  type AccountEvent,
  forgetOldActs,
  listAccountActs,
  type RecordedAct,
  recordAccountAct,
  recordAccountEvent,
  type SecurityAct,
} from './acts.ts'
export { type AttemptRule, countAttempt, forgetAttempts, returnAttempt } from './attempts.ts'
export { boundSessions } from './bound-sessions.ts'
export { type Claimant, claimAccount } from './claim.ts'
export { endLateAccess } from './end-late.ts'
export { accountDigest, guessesAt } from './guesses.ts'
export type { PersonRequest } from './hand.ts'
export { listOperatorActs, type OperatorAct, recordOperatorAct } from './operator-acts.ts'
export {
  type InvitedOperator,
  listInvitedOperators,
  listOperators,
  type OperatorRecord,
  putOperator,
  removeOperator,
  requireNoOperator,
} from './operators.ts'
export { recordOwnAct, renamePerson } from './own-acts.ts'
export {
  deletePasskey,
  listPasskeys,
  notePasskeyUse,
  type PasskeyRecord,
  renamePasskey,
} from './passkeys.ts'
export { personWithEmail } from './person.ts'
export { replacePassword } from './replace-password.ts'
export {
  type Left,
  lookAtPasswordReset,
  RESET_MINUTES,
  resetPassword,
  startPasswordReset,
} from './reset-password.ts'
export { resetSecondFactor } from './second-factor.ts'
export {
  endOtherSessions,
  endSession,
  forgetEndedSessions,
  listSessions,
  type SessionRecord,
} from './sessions.ts'
export { setPassword } from './set-password.ts'
export { spendTimeStep, timeStepOf } from './time-steps.ts'
