export { containing, textCondition } from './containing.ts'
export { decodeCursor, encodeCursor, invalidCursor } from './cursor.ts'
export { pageById, pageInOrder } from './page.ts'
export { checkFields, project } from './projection.ts'
