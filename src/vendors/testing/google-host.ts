import type { GoogleAccount } from '#vendors/google/adapter/account.ts'
import { createGoogleHost } from '#vendors/google/adapter/google.ts'
import { createGoogleProbe } from '#vendors/google/adapter/proof-mail.ts'
import { demoGoogleAccount } from '#vendors/google/simulator/demo.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { ProbeMailbox } from '#vendors/ports/proof-mail.ts'
import { demoProbeMailboxes } from '#vendors/sandbox/hosted-mail/demo.ts'
import type { ContractBench } from './contract.ts'

const urlsAt = (origin: string) => ({
  tokenUrl: `${origin}/google/token`,
  directoryUrl: `${origin}/google/admin/directory/v1`,
  siteVerificationUrl: `${origin}/google/siteVerification/v1`,
  gmailUrl: `${origin}/google/gmail/v1`,
  alertCenterUrl: `${origin}/google/alertcenter/v1beta1`,
})

/** The adapter against the bench's sandbox, signed in to the demo account unless told otherwise. */
export const openHost = (
  { origin, dependencies }: Pick<ContractBench, 'origin' | 'dependencies'>,
  account: Partial<GoogleAccount> = {},
): MailboxHost => createGoogleHost(urlsAt(origin), { ...demoGoogleAccount, ...account }, dependencies)

/** The operator's probe mailbox in the bench's sandbox. */
export const openProbe = ({
  origin,
  dependencies,
}: Pick<ContractBench, 'origin' | 'dependencies'>): ProbeMailbox =>
  createGoogleProbe(urlsAt(origin), demoProbeMailboxes.google, dependencies)
