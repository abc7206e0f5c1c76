export { checkLiteral, ForbiddenAddress, guardLookup, type Resolve } from './guarded-lookup.ts'
export { isLoopback, isPublicAddress } from './public-address.ts'
