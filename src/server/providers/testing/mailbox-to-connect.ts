import type { MailboxToConnect } from '../ports/sending-tools.ts'

/** A mailbox as a sending tool is given it; the password shows up nowhere else, so that it can be looked for. */
export const mailboxToConnect = (
  localPart: string,
  changes: Partial<MailboxToConnect> = {},
): MailboxToConnect => ({
  address: `${localPart}@fresh-name.com`,
  firstName: 'Jane',
  lastName: 'Doe',
  password: 'Mailbox-canary-99cc',
  platform: 'azure',
  dailyLimit: 2,
  ...changes,
})
export const { password: mailboxPassword } = mailboxToConnect('jane')
/** Two at Microsoft, one at Google. */
export const trio: readonly MailboxToConnect[] = [
  mailboxToConnect('jane'),
  mailboxToConnect('jane.doe'),
  mailboxToConnect('jdoe', { platform: 'google' }),
]
