export { containing, textCondition } from './containing.ts'
export {
  cursorInstant,
  decodeCursor,
  decodeNumberCursor,
  encodeCursor,
  invalidCursor,
} from './cursor.ts'
export { pageById, pageInOrder, pageOf } from './page.ts'
export { checkFields, project } from './projection.ts'
