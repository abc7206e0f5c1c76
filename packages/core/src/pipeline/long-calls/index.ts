export { type LongCalls, WrittenJson } from './messages.ts'
export { openLongCalls } from './open.ts'
export { isLongWithoutBody, LONG_BODY, threadBytes, threadRows } from './rows.ts'
