export const texts = {
  none: 'The device returned no passkey. Try again.',
  exists: 'This device already has a passkey for your account.',
  wrongSite: 'Passkeys do not work at this address. Open the console at its usual address.',
  failed: 'The device could not use a passkey. Try another device.',
  hindrance: {
    plainHttp: 'Passkeys need https. Open the console over https, or at localhost.',
    loopback: 'Passkeys do not work at an IP address. Open the console at localhost.',
    address: 'Passkeys do not work at an IP address. Open the console at a domain name.',
    oldBrowser: 'This browser is too old for passkeys. Update it, or use another one.',
  },
}
