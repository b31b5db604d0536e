import type { SignInInterrupts } from '#vendors/ports/sign-in-readiness.ts'

/** What each interruption means for connecting mailboxes, for the operator, whose decision it is. */
export const interruptSentences = ({
  securityDefaults,
  registrationCampaign,
}: SignInInterrupts): string[] => [
  ...(securityDefaults
    ? [
        'Security defaults are on: whoever signs in has to register a second factor, which a mailbox that only a tool uses cannot do, and SMTP AUTH is blocked. Mailboxes wait for a person there. Whether Conditional Access for administrators takes their place is your decision; nothing here changes it.',
      ]
    : []),
  ...(registrationCampaign === 'managed'
    ? [
        'The registration campaign is left to Microsoft, which asks those who sign in with a text message or a call to set up something safer, and not who has a password alone, as mailboxes do. Whether to switch it off, so that it stays so, is your decision; nothing here changes it.',
      ]
    : []),
  ...(registrationCampaign === true
    ? [
        'A registration campaign is on: whoever signs in may be asked to set up an authenticator, and where that cannot be skipped the mailbox waits for a person. Whether it ends, or leaves the mailboxes out, is your decision; nothing here changes it.',
      ]
    : []),
]
