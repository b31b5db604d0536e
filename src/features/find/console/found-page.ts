import { accountPath, customerPath, domainPath, mailboxPath, orderPath } from '#ui/console/operator-paths.ts'
import type { Found } from '../api/console-find.ts'

const paths: Record<Found['page']['kind'], (id: string) => string> = {
  customer: customerPath,
  order: orderPath,
  domain: domainPath,
  mailbox: mailboxPath,
  account: accountPath,
}

/** Where a page stands that tells more about something found. */
export const pathOfFound = ({ page }: Pick<Found, 'page'>): string => paths[page.kind](page.id)
