import * as z from 'zod/mini'
import { boundedList } from '#base/text/bounded.ts'
import { boundedText } from '#base/text/outcome.ts'
import { hasUnseen, isBlank } from '#base/text/unseen.ts'

/** Minutes in which a device answers what it was asked. */
export const passkeyMinutes = 5
export const passkeysMax = 20
const nameMaxLength = 60

export const passkeyTexts = {
  nameMissing: `Give the passkey a name of 1 to ${nameMaxLength} characters, such as "Work laptop".`,
  nameUnseen: 'The name has characters that cannot be seen.',
  /** Whatever a device has answered wrongly: which part of it helps nobody. */
  wrong: 'This passkey was not accepted. Please try again, or use another way.',
  over: 'The device has taken too long, or another page has asked meanwhile. Please try again.',
  copied:
    'This passkey was not accepted: it has counted fewer uses than it had before, as a copy would. Use another way, and remove it.',
  noneHere: 'There is no such passkey on this account.',
  none: 'There is no passkey on this account. Please use another way.',
  taken: 'This passkey is on an account already.',
  tooMany: `An account has ${passkeysMax} passkeys at most. Remove one first.`,
  noHost:
    'Passkeys need an address with a name, and this installation is reached by a number. Please use an authenticator app.',
  lastOfStaff: 'This is your only second factor, and staff always have one. Set up another one first.',
  lastByRule:
    'This is your only second factor, and your account asks everybody for one. Set up another one first.',
  noAuthenticator: 'There is no authenticator app on this account.',
} as const

const passkeyName = z
  .pipe(
    boundedText(200, passkeyTexts.nameMissing),
    z.transform((value: string) => value.trim()),
  )
  .check(
    z.check((input) => {
      if (isBlank(input.value) || input.value.length > nameMaxLength)
        input.issues.push({ code: 'custom', message: passkeyTexts.nameMissing, input: input.value })
      else if (hasUnseen(input.value))
        input.issues.push({ code: 'custom', message: passkeyTexts.nameUnseen, input: input.value })
    }),
  )
export const passkeyNameBody = z.strictObject({ name: passkeyName })

/** A passkey, as its owner sees it. */
const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type Passkey = z.output<typeof passkey>

/** What somebody has beside the password. */
export const ownFactors = z.object({
  isOn: z.boolean(),
  hasAuthenticator: z.boolean(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.number(),
})
export type OwnFactors = z.output<typeof ownFactors>

/** Ways to show a second factor, besides a recovery code. */
export const factorKinds = ['code', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

const known = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** What a device is asked for to make a passkey: the browser's own words for it. */
export const passkeyToMake = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  /** A device that has one already makes no second. */
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({
    residentKey: z.enum(['preferred']),
    userVerification: z.enum(['preferred']),
  }),
  attestation: z.enum(['none']),
})
export type PasskeyToMake = z.output<typeof passkeyToMake>

/** What a device is asked to sign. */
export const passkeyToShow = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(known),
  userVerification: z.enum(['preferred']),
})
export type PasskeyToShow = z.output<typeof passkeyToShow>

/** How a browser reaches a device, in its own words; words that are not known yet are left out. */
export const passkeyTransports: readonly string[] = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
]

const part = (length: number) => boundedText(length, passkeyTexts.wrong)
const credentialId = part(1_400)
const ofDevice = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }

/** The new passkey, as browsers tell it; what else they say is not read. */
const madePasskey = z.object({
  ...ofDevice,
  response: z.object({
    clientDataJSON: part(2_000),
    attestationObject: part(8_000),
    transports: z.optional(boundedList(part(30), { max: 10 })),
  }),
})
export type MadePasskey = z.output<typeof madePasskey>

/** What a device has signed. */
const shownPasskey = z.object({
  ...ofDevice,
  response: z.object({
    clientDataJSON: part(2_000),
    authenticatorData: part(2_000),
    signature: part(2_000),
  }),
})
export type ShownPasskey = z.output<typeof shownPasskey>

export const addPasskeyBody = z.strictObject({ name: passkeyName, passkey: madePasskey })
export const showPasskeyBody = z.strictObject({ passkey: shownPasskey })
