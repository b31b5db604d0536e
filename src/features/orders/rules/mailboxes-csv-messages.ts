import { domainsPerCallMax } from '#features/plans/rules/catalog.ts'

/** What is said around exporting mailboxes as a CSV file. */
export const mailboxesCsvMessages = {
  noDomains: 'Please choose at least one domain',
  tooManyDomains: `At most ${domainsPerCallMax} domains can be exported at a time`,
  noPassword: 'Please enter your password',
  wrongPassword: 'This is not your password.',
  noMailboxes: 'These domains have no mailboxes yet.',
  noneHeld:
    'The passwords of these mailboxes are not held here: they were taken over with their own. Ask support to set new ones.',
} as const
