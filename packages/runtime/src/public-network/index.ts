export { answerTo, SwitchedProtocols, unlessAborted } from './answer-to.ts'
export { checkLiteral, ForbiddenAddress, guardLookup, UnresolvedHost } from './guarded-lookup.ts'
export { isLoopback, isPrivateAddress, isPublicAddress } from './public-address.ts'
export { openResolve, type Resolve } from './resolve.ts'
