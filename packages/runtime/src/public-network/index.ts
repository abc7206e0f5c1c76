export { checkLiteral, ForbiddenAddress, guardLookup, type Resolve } from './guarded-lookup.ts'
export { isLoopback, isPrivateAddress, isPublicAddress } from './public-address.ts'
