import * as z from 'zod/mini'
import { boundedText } from '#base/text/outcome.ts'
import { passwordMaxLength, passwordMessages } from './password.ts'

/** Whoever sets one up shows the password: a session that was left open is not enough. */
export const beginFactorBody = z.strictObject({
  password: boundedText(passwordMaxLength).check(z.minLength(1, passwordMessages.missing)),
})

export const secondFactorTexts = {
  none: 'There is no second factor on this account.',
  wanted: 'Your account asks everybody for a second factor. Please set yours up first.',
  ownFirst: 'Set up a second factor of your own first: the rule is for you as well.',
  ownersOnly: 'Only an owner of the account changes this.',
  ruleOn: 'Everybody needs a second factor from now on.',
  ruleOff: 'A second factor is left to each person from now on.',
  theyHaveNone: 'They have no second factor.',
  /** As mails tell of it. */
  added: 'A second factor was set up: signing in asks for a code of your authenticator app from now on.',
  removed: 'Your second factor was removed: the password alone signs you in from now on.',
  removedForThem:
    'Your second factor was removed by support: the password alone signs you in until you set up another one.',
  appRemoved: 'Your authenticator app was removed: signing in asks for a passkey of yours.',
  passkeyAdded: (name: string) => `A passkey was added, "${name}": signing in asks for it from now on.`,
  passkeyRemoved: (name: string) => `Your passkey "${name}" was removed.`,
  passkeyCopied: (name: string) =>
    `Your passkey "${name}" was refused, since it had counted fewer uses than before: somebody may have a copy of it. Remove it.`,
  newCodes: 'New recovery codes were made; those before are worth nothing any more.',
} as const
