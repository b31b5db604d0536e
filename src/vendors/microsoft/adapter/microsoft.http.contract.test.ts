import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import { allSucceeded } from '#vendors/testing/all-succeeded.ts'
import { describeFailureMatrix, operation } from '#vendors/testing/contract.ts'
import { password, people, verifyName } from '#vendors/testing/mailboxes.ts'
import { openHost } from '#vendors/testing/microsoft-host.ts'
import { demoMicrosoftTenant } from '../simulator/demo.ts'
import { microsoftState } from '../simulator/state.ts'

const name = 'contoso-outreach.com'

describeFailureMatrix({
  vendor: 'microsoft',
  secrets: [demoMicrosoftTenant.clientSecret, password, 'eyJ'],
  transport: 'http',
  operations: [
    operation<MailboxHost>({
      name: 'ensureMailboxes',
      arrange: async (bench) => {
        await verifyName(bench, openHost(bench), name)
        return openHost(bench)
      },
      call: async ({ ctx }, host) => allSucceeded(await host.ensureMailboxes(people(name, 1), ctx)),
      effects: ({ sandbox }) => microsoftState(sandbox.store).mailboxes.count(),
    }),
  ],
})
