export const texts = {
  on: (browser: string, system: string) => `${browser} on ${system}`,
  browserOn: (system: string) => `A browser on ${system}`,
  unknownBrowser: 'An unknown browser',
  unknown: 'An unknown device',
}
