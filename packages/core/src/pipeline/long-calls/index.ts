export { type LongCalls, WrittenJson } from './messages.ts'
export { openLongCalls } from './open.ts'
export { asksLongPage, LONG_BODY, threadBytes, threadRows } from './rows.ts'
