import { demoProbeMailboxes } from '../../../sandbox/hosted-mail/demo.ts'
import { demoMicrosoftTenant } from '../../../sandbox/microsoft/demo.ts'
import { createMicrosoftHost } from '../microsoft/microsoft.ts'
import { createMicrosoftProbe } from '../microsoft/proof-mail.ts'
import type { MicrosoftTenant } from '../microsoft/tenant.ts'
import type { MailboxHost } from '../ports/mailbox-hosts.ts'
import type { ProbeMailbox } from '../ports/proof-mail.ts'
import type { ContractBench } from './contract.ts'

const urlsAt = (origin: string) => ({
  loginUrl: `${origin}/microsoft/login`,
  graphUrl: `${origin}/microsoft/graph/v1.0`,
  exchangeUrl: `${origin}/microsoft/exchange`,
})

/** The adapter against the bench's sandbox, signed in to the demo tenant unless told otherwise. */
export function openHost(
  { origin, dependencies }: Pick<ContractBench, 'origin' | 'dependencies'>,
  {
    exchangeUndocumented = true,
    ...tenant
  }: Partial<MicrosoftTenant> & { exchangeUndocumented?: boolean } = {},
): MailboxHost {
  return createMicrosoftHost(
    urlsAt(origin),
    { ...demoMicrosoftTenant, ...tenant },
    { ...dependencies, exchangeUndocumented },
  )
}

/** The operator's probe mailbox in the bench's sandbox. */
export const openProbe = ({
  origin,
  dependencies,
}: Pick<ContractBench, 'origin' | 'dependencies'>): ProbeMailbox =>
  createMicrosoftProbe(urlsAt(origin), demoProbeMailboxes.microsoft, dependencies)
