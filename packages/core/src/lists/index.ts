export { decodeCursor, encodeCursor } from './cursor.ts'
export { pageById } from './page.ts'
export { checkFields, project } from './projection.ts'
