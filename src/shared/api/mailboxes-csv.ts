import * as z from 'zod/mini'
import { passwordMaxLength } from '../accounts/password.ts'
import { domainField } from '../domains/domain-name.ts'
import { mailboxesCsvMessages } from '../orders/mailboxes-csv-messages.ts'
import { domainsPerCallMax } from '../plans/catalog.ts'
import { boundedList } from '../text/bounded.ts'
import { boundedText } from '../text/outcome.ts'
import { endpoint } from './endpoint.ts'

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
