import type { Access } from './mailbox-access.ts'

/**
 * What the two hosts' mail servers say to a password. Microsoft's take tokens only over IMAP
 * (https://learn.microsoft.com/exchange/clients-and-mobile-in-exchange-online/deprecation-of-basic-authentication-exchange-online);
 * Google's take an app password at most, which needs a second factor that nobody here has
 * (https://support.google.com/a/answer/14114704). Inferred: that no tool says more than the server did.
 */
const refusals: { hosts: readonly string[]; access: Access }[] = [
  {
    hosts: ['outlook.office365.com', 'smtp.office365.com', 'smtp-mail.outlook.com'],
    access: {
      imap: 'AUTHENTICATE failed.',
      smtp: '535 5.7.139 Authentication unsuccessful, basic authentication is disabled.',
    },
  },
  {
    hosts: ['imap.gmail.com', 'smtp.gmail.com'],
    access: {
      imap: '[AUTHENTICATIONFAILED] Invalid credentials (Failure)',
      smtp: '535-5.7.8 Username and Password not accepted. For more information, go to https://support.google.com/mail/?p=BadCredentials',
    },
  },
]

const accessAt = (host: string): Access | undefined =>
  refusals.find(({ hosts }) => hosts.includes(host.toLowerCase()))?.access

/** Nothing is refused by servers that the sandbox does not play. */
export const withPassword = ({ imapHost, smtpHost }: { imapHost: string; smtpHost: string }): Access => ({
  imap: accessAt(imapHost)?.imap,
  smtp: accessAt(smtpHost)?.smtp,
})
