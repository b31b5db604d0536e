import { DeviceError } from '#ui/device-error.ts'
import { fetchForPress } from '#ui/frame/fetch-for-press.ts'
import type { MadePasskey, PasskeyToMake, PasskeyToShow, ShownPasskey } from '../../rules/passkeys.ts'

/** Whether this browser has passkeys, at this address: there are none where a number stands in place of a name. */
export const canHavePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^(?:[\d.]+|\[.*\])$/.test(window.location.hostname)

/** Has a device of this browser make a passkey. Throws a `DeviceError` that says why there is none. */
export async function makePasskey(asked: PasskeyToMake): Promise<MadePasskey> {
  const { startRegistration } = await library()
  const made = await startRegistration({ optionsJSON: asked as never }).catch(throwInWords)
  const { clientDataJSON, attestationObject, transports } = made.response
  return { ...ofDevice(made), response: { clientDataJSON, attestationObject, transports } }
}

/** Has a passkey sign what the server asks for. Throws a `DeviceError` that says why it has not. */
export async function showPasskey(asked: PasskeyToShow): Promise<ShownPasskey> {
  const { startAuthentication } = await library()
  const shown = await startAuthentication({ optionsJSON: asked as never }).catch(throwInWords)
  const { clientDataJSON, authenticatorData, signature } = shown.response
  return { ...ofDevice(shown), response: { clientDataJSON, authenticatorData, signature } }
}

/** Few people have passkeys: nobody else loads the code for them. */
const library = () => fetchForPress(() => import('@simplewebauthn/browser'))

const ofDevice = ({ id, rawId }: { id: string; rawId: string }) => ({
  id,
  rawId,
  type: 'public-key' as const,
})

function throwInWords(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError')
    throw new DeviceError('This device has a passkey of this account already. Use another device.')
  if (name === 'SecurityError')
    throw new DeviceError('Passkeys belong to the proper address of this website. Please open it there.')
  // Browsers do not tell whether it was called off, has taken too long, or is not there.
  throw new DeviceError('No passkey was used. Please try again, or use another way.')
}
