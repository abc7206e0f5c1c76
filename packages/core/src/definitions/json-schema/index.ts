export { judge } from './evaluate.ts'
export type { Schema } from './forms.ts'
export type { SchemaFault } from './judge.ts'
export { type Prepared, prepare } from './prepare.ts'
