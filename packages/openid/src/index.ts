export { type BoundedFetch, openBoundedFetch } from './bounded-fetch.ts'
export { discover, type FoundProvider, isIssuer, type Reach } from './discover.ts'
export { type FetchTurns, openFetchTurns } from './fetch-turns.ts'
export { ProviderBusy, ProviderFault } from './provider-fault.ts'
export {
  type Attempt,
  type Claims,
  finishSignIn,
  type ProviderClient,
  startSignIn,
} from './sign-in.ts'
