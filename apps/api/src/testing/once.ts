/** Makes something when it is first asked for, and the same for whoever asks after. */
export function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make()
    return made
  }
}
