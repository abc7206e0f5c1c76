/**
 * Continues with a value at once, or once its promise has it. A promise that only passes a value on costs as much as
 * the guards of a request do.
 */
export function andThen<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** The same for work that may throw or reject. `failed` also gets what `next` throws, which must not be a promise's rejection. */
export function attempt<Value, Result>(
  work: () => Value | Promise<Value>,
  next: (value: Value) => Result,
  failed: (error: unknown) => Result | Promise<Result>,
): Result | Promise<Result> {
  try {
    const value = work()
    return value instanceof Promise ? value.then(next).catch(failed) : next(value)
  } catch (error) {
    return failed(error)
  }
}
