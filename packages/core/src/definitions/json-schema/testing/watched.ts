/** Counts what code does with JSON values, so that tests can compare work without a clock. */
export class Watch {
  /** Reads of watched values, one for each member listed, and uses of maps and sets while {@link during} runs. */
  accesses = 0
  readonly #proxies = new WeakMap<object, object>()
  readonly #handler: ProxyHandler<object>

  constructor() {
    const count = (more: number) => {
      this.accesses += more
    }
    this.#handler = {
      get: (target, name, receiver) => {
        count(1)
        return this.watched(Reflect.get(target, name, receiver))
      },
      getOwnPropertyDescriptor: (target, name) => {
        count(1)
        return Reflect.getOwnPropertyDescriptor(target, name)
      },
      ownKeys: (target) => {
        const keys = Reflect.ownKeys(target)
        count(keys.length)
        return keys
      },
    }
  }

  /** A value that counts its uses, and those of all its parts. */
  watched<Value>(value: Value): Value {
    if (typeof value !== 'object' || value === null) return value
    const known = this.#proxies.get(value)
    if (known) return known as Value
    const proxy = new Proxy(value, this.#handler)
    this.#proxies.set(value, proxy)
    return proxy as Value
  }

  during<Result>(work: () => Result): Result {
    const restore = [
      this.#counting(Map.prototype, 'has'),
      this.#counting(Map.prototype, 'get'),
      this.#counting(Set.prototype, 'has'),
      this.#counting(Set.prototype, 'add'),
      this.#iterating(Map.prototype),
      this.#iterating(Set.prototype),
    ]
    try {
      return work()
    } finally {
      for (const one of restore) one()
    }
  }

  #counting<Name extends string>(
    prototype: Record<Name, (...args: never[]) => unknown>,
    name: Name,
  ): () => void {
    const watch = this
    const original = prototype[name]
    prototype[name] = function counted(...args: never[]) {
      watch.accesses += 1
      return original.apply(this, args)
    }
    return () => {
      prototype[name] = original
    }
  }

  #iterating(prototype: Iterable<unknown>): () => void {
    const watch = this
    const original = prototype[Symbol.iterator]
    prototype[Symbol.iterator] = function* counted() {
      const entries = original.call(this)
      for (let next = entries.next(); !next.done; next = entries.next()) {
        watch.accesses += 1
        yield next.value
      }
    }
    return () => {
      prototype[Symbol.iterator] = original
    }
  }
}
