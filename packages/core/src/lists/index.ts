export { containing } from './containing.ts'
export { decodeCursor, encodeCursor, invalidCursor } from './cursor.ts'
export { pageById } from './page.ts'
export { checkFields, project } from './projection.ts'
