export { createSite } from './create.ts'
export { getSite } from './get.ts'
export { listSites } from './list.ts'
