import type { Found } from '#shared/api/console/find.ts'
import { customerPath, domainPath, mailboxPath, operatorPaths, orderPath } from '../operator-paths.ts'

const paths: Record<Found['page']['kind'], (id: string) => string> = {
  customer: customerPath,
  order: orderPath,
  domain: domainPath,
  mailbox: mailboxPath,
  // An account's domains are what there is to see of it.
  account: (id) => `${operatorPaths.domains}?${new URLSearchParams({ account: id })}`,
}

/** Where a page stands that tells more about something found. */
export const pathOfFound = ({ page }: Pick<Found, 'page'>): string => paths[page.kind](page.id)
