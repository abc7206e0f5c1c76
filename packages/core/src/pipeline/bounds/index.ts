export { boundFaults } from './bound-faults.ts'
