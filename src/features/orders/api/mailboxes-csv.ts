import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedList } from '#base/text/bounded.ts'
import { boundedText } from '#base/text/outcome.ts'
import { passwordMaxLength } from '#features/accounts/rules/password.ts'
import { domainField } from '#features/names/rules/domain-name.ts'
import { domainsPerCallMax } from '#features/plans/rules/catalog.ts'
import { mailboxesCsvMessages } from '../rules/mailboxes-csv-messages.ts'

const mailboxesCsvBody = z.strictObject({
  domains: boundedList(domainField, {
    max: domainsPerCallMax,
    tooMany: mailboxesCsvMessages.tooManyDomains,
    none: mailboxesCsvMessages.noDomains,
  }),
  /** The customer's own, asked for every time: the file holds every password. */
  password: boundedText(passwordMaxLength).check(z.minLength(1, mailboxesCsvMessages.noPassword)),
})

export const exportMailboxes = endpoint({
  method: 'POST',
  path: '/api/orders/mailboxes-csv',
  summary:
    'User names and passwords of the mailboxes on some domains, as a CSV file; needs the password again',
  access: 'customer',
  asksAgain: true,
  limit: 'export',
  body: mailboxesCsvBody,
  response: z.object({
    /** What to save it as. */
    filename: z.string(),
    csv: z.string(),
    mailboxes: z.number(),
    /** Mailboxes that are not in it: they were taken over with passwords of their own. */
    notHeld: z.number(),
  }),
})
