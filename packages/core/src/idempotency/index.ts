export { answeredBefore, answerOnce } from './once.ts'
export { parseIdempotencyKey, type Repeatable } from './repeatable.ts'
export { forgetExpired } from './sweep.ts'
