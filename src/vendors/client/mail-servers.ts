import type { Platform } from '#features/plans/rules/catalog.ts'
import { microsoftLogin } from '#features/tools/rules/sending-tools.ts'

export interface MailServers {
  imapHost: string
  imapPort: number
  smtpHost: string
  smtpPort: number
}

/** Where mailboxes of a platform are read (TLS) and sent from (STARTTLS). */
export const mailServers: Record<Platform, MailServers> = {
  azure: { imapHost: 'outlook.office365.com', imapPort: 993, smtpHost: 'smtp.office365.com', smtpPort: 587 },
  google: { imapHost: 'imap.gmail.com', imapPort: 993, smtpHost: 'smtp.gmail.com', smtpPort: 587 },
}

/** Where a mailbox is signed in to with its password, which its mail servers take no more. */
export const signInPages: Record<Platform, string> = {
  azure: microsoftLogin,
  google: 'https://accounts.google.com',
}
