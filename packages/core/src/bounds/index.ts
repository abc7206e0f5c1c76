export { boundFaults } from './bound-faults.ts'
export { boundsOf } from './bounds-of.ts'
