import { demoMicrosoftTenant } from '../../../sandbox/microsoft/demo.ts'
import { microsoftState } from '../../../sandbox/microsoft/state.ts'
import type { MailboxHost } from '../ports/mailbox-hosts.ts'
import { allSucceeded } from '../testing/all-succeeded.ts'
import { describeFailureMatrix, operation } from '../testing/contract.ts'
import { password, people, verifyName } from '../testing/mailboxes.ts'
import { openHost } from '../testing/microsoft-host.ts'

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
