import { mayStaff, type StaffRoleName } from '#base/access.ts'
import { keysOf } from '#base/records/keys-of.ts'

interface HealthMailKind {
  label: string
  /** What comes, for whoever chooses it. */
  about: string
}

/** The mails about the health of domains that somebody may choose between. */
export const healthMails = {
  daily: {
    label: 'Daily and at once',
    about:
      'Once a day what became worse, and at once what has to stop sending. Nothing on days without news.',
  },
  gates: { label: 'Only at once', about: 'Only what has to stop sending, at once.' },
  none: { label: 'None', about: 'No mail. The page Health says how domains are.' },
} as const satisfies Record<string, HealthMailKind>
export type HealthMail = keyof typeof healthMails
export const healthMailNames = keysOf(healthMails)

export const healthMailTitle = 'Mails about health'
export const healthMailMessage = (mail: HealthMail): string =>
  `${healthMailTitle}: ${healthMails[mail].label}. ${healthMails[mail].about}`

/** Of the staff those who can do something about where domains stand. */
export const getsHealthMail = (role: StaffRoleName): boolean => mayStaff(role, 'accounts.manage')

/** A mail of the day, or one of gates that does not wait for it. */
export type MailKind = 'digest' | 'gates'

/** What of the news somebody is written in a mail of a kind: who wants gates alone has those of the day's mail as well. */
export function newsWanted<News extends { gate: boolean }>(
  wish: HealthMail,
  kind: MailKind,
  news: readonly News[],
): News[] {
  if (wish === 'none') return []
  return kind === 'gates' || wish === 'gates' ? news.filter(({ gate }) => gate) : [...news]
}
