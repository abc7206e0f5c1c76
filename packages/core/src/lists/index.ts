export {
  decodeCursor,
  decodeNumberCursor,
  encodeCursor,
  invalidCursor,
} from '@sluice/runtime'
export { containing, labelCondition, literally, textCondition } from './containing.ts'
export { findAmong } from './find-among.ts'
export { instantOf, requireRange, within } from './instant.ts'
export { type After, comparePositions, type OrderBy, positionOf, timeOrder } from './order.ts'
export {
  cut,
  FIRST_LARGE,
  inParts,
  type Page,
  pageById,
  pageInOrder,
  pageOf,
  withTotal,
} from './page.ts'
export { checkFields, project, unprojected } from './projection.ts'
export { Takes } from './takes.ts'
