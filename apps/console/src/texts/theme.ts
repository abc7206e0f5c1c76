export const texts = {
  close: 'Close',
  dismiss: 'Dismiss',
}
