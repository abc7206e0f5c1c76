export { type Admission, admitMember } from './admit.ts'
export { providersByPepper } from './by-pepper.ts'
export {
  addDomain,
  type DomainRecord,
  grantDomain,
  proveDomain,
  type ResolveTxt,
  removeDomain,
} from './domains.ts'
export { findCompany } from './find.ts'
export {
  confirmIdentity,
  type Identity,
  type IdentityRefusal,
  identifyPerson,
} from './identify.ts'
export {
  type ProviderDraft,
  providerOf,
  removeProvider,
  type SignInProvider,
  setProvider,
} from './provider.ts'
export { ruleTexts, type SessionFacts, sessionHourBounds, type UnmetRule, unmet } from './rules.ts'
export { clearSignInRules, setSignInRules } from './set-rules.ts'
export { type SignInSettings, showSignIn } from './show.ts'
export { isStillIdentified } from './still-identified.ts'
