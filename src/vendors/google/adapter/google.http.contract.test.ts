import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import { allSucceeded } from '#vendors/testing/all-succeeded.ts'
import { describeFailureMatrix, operation } from '#vendors/testing/contract.ts'
import { openHost } from '#vendors/testing/google-host.ts'
import { password, people, verifyName } from '#vendors/testing/mailboxes.ts'
import { googleState } from '../simulator/state.ts'

const name = 'contoso-outreach.com'

describeFailureMatrix({
  vendor: 'google',
  secrets: ['ya29.', 'eyJ', password],
  transport: 'http',
  operations: [
    operation<MailboxHost>({
      name: 'ensureMailboxes',
      arrange: async (bench) => {
        await verifyName(bench, openHost(bench), name)
        return openHost(bench)
      },
      call: async ({ ctx }, host) => allSucceeded(await host.ensureMailboxes(people(name, 1), ctx)),
      effects: ({ sandbox }) => googleState(sandbox.store).users.count(),
    }),
  ],
})
