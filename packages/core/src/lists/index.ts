export {
  decodeCursor,
  decodeNumberCursor,
  encodeCursor,
  invalidCursor,
} from '@sluice/runtime'
export { containing, textCondition } from './containing.ts'
export type { After, OrderBy } from './order.ts'
export { cut, inParts, type Page, pageById, pageInOrder, pageOf, withTotal } from './page.ts'
export { checkFields, project } from './projection.ts'
