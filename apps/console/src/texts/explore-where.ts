/** Texts of the condition on samples. */
export const texts = {
  label: 'Only where',
  hint: (example: string) =>
    `For example ${example}. Several conditions, separated by commas, must hold at the same time.`,
  someText: '…',
  refused: {
    title: 'The condition cannot be applied',
    text: 'Correct it under “Only where”, or empty the field to see all samples.',
  },
}
