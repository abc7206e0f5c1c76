/**
 * Continues with a value synchronously, or once its promise has resolved. A promise that only passes on a value costs
 * as much as a request's guards. `next` also gets `subject`, so that no closure is needed for each.
 */
export function andThen<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result>
export function andThen<Value, Result, Subject>(
  value: Value | Promise<Value>,
  next: (value: Value, subject: Subject) => Result | Promise<Result>,
  subject: Subject,
): Result | Promise<Result>
export function andThen<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value, subject: unknown) => Result | Promise<Result>,
  subject?: unknown,
): Result | Promise<Result> {
  return value instanceof Promise ? later(value, next, subject) : next(value, subject)
}

function later<Value, Result>(
  value: Promise<Value>,
  next: (value: Value, subject: unknown) => Result | Promise<Result>,
  subject: unknown,
): Promise<Result> {
  return value.then((known) => next(known, subject))
}

/** Work on a subject and its continuations, synchronous unless there is a promise. */
interface Attempt<Subject, Value, Result> {
  /** May throw or reject. */
  readonly work: (subject: Subject) => Value | Promise<Value>
  readonly next: (value: Value, subject: Subject) => Result | Promise<Result>
  /** Also gets what `next` throws, but not always the rejection of its promise. */
  readonly failed: (error: unknown, subject: Subject) => Result | Promise<Result>
}

/** Runs an attempt with a subject. */
export function attempt<Subject, Value, Result>(
  { work, next, failed }: Attempt<Subject, Value, Result>,
  subject: Subject,
): Result | Promise<Result> {
  try {
    const value = work(subject)
    return value instanceof Promise
      ? laterAttempt(value, { next, failed }, subject)
      : next(value, subject)
  } catch (error) {
    return failed(error, subject)
  }
}

function laterAttempt<Subject, Value, Result>(
  value: Promise<Value>,
  { next, failed }: Omit<Attempt<Subject, Value, Result>, 'work'>,
  subject: Subject,
): Promise<Result> {
  return value
    .then((known) => next(known, subject))
    .catch((error: unknown) => failed(error, subject))
}
