import { createMicrosoftHost } from '#vendors/microsoft/adapter/microsoft.ts'
import { createMicrosoftProbe } from '#vendors/microsoft/adapter/proof-mail.ts'
import type { MicrosoftTenant } from '#vendors/microsoft/adapter/tenant.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { ProbeMailbox } from '#vendors/ports/proof-mail.ts'
import { demoProbeMailboxes } from '#vendors/sandbox/hosted-mail/demo.ts'
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
