/** Which second factors somebody has: "App, 2 passkeys"; empty without any. */
export const factorsText = ({
  hasAuthenticator,
  passkeys,
}: {
  hasAuthenticator: boolean
  passkeys: number
}): string =>
  [
    ...(hasAuthenticator ? ['App'] : []),
    ...(passkeys > 0 ? [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`] : []),
  ].join(', ')
