export { type BoundedFetch, openBoundedFetch } from './bounded-fetch.ts'
export { discover, type FoundProvider, isIssuer, type Reach } from './discover.ts'
export { ProviderFault } from './provider-fault.ts'
export {
  type Attempt,
  type Claims,
  finishSignIn,
  type ProviderClient,
  startSignIn,
} from './sign-in.ts'
