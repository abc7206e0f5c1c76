const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A random id of the form that the server generates. */
export function newId(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(16))
  return Array.from(numbers, (number) => letters[number % letters.length]).join('')
}
