import type { MadePasskey, PasskeyToMake } from '../../rules/passkeys.ts'

type Told = Promise<{ message: string }>
type Codes = Promise<{ recoveryCodes: string[] }>

/** The calls by which somebody changes their second factors, of a customer or of staff. */
export interface FactorCalls {
  /** Customers show it to add one: nobody does it for them at a browser that was left open. */
  wantsPassword: boolean
  /** Why the last one cannot be removed, where it cannot. */
  keepsOne?: string | undefined
  beginApp: (password: string) => Promise<{ secret: string; uri: string }>
  addApp: (code: string) => Codes
  removeApp: () => Told
  beginPasskey: (password: string) => Promise<PasskeyToMake>
  addPasskey: (made: { name: string; passkey: MadePasskey }) => Codes
  renamePasskey: (id: string, name: string) => Told
  removePasskey: (id: string) => Told
  newCodes: () => Codes
  /** Asks again for what there is. */
  lookAgain: () => Promise<void>
}
