export const texts = {
  lostNull: (path: string) => `has null at ${path}, which cannot be saved. Leave it out.`,
  lostNullOfSchema: (path: string) =>
    `has null at ${path}, which cannot be saved. Leave it out, or write it in a list: {"enum": [null]}`,
}
