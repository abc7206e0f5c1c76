export { type LongCalls, WrittenJson } from './messages.ts'
export { openLongCalls } from './open.ts'
export { isLongWithoutBody, LONG_BODY, largeLists, threadBytes, threadRows } from './rows.ts'
