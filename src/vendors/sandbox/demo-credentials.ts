import { demoBison } from '#vendors/bison/simulator/demo.ts'
import { secondDnsimple } from '#vendors/dnsimple/simulator/demo.ts'
import { demoGoogleAccount } from '#vendors/google/simulator/demo.ts'
import { demoInstantly } from '#vendors/instantly/simulator/demo.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { demoSmartlead } from '#vendors/smartlead/simulator/demo.ts'
import { demoProbeMailboxes, secondProbeMailboxes } from './hosted-mail/demo.ts'

/**
 * What someone would have been given for the accounts that exist from the first start, at `GET
 * /_demo/credentials`: an operator for the mailbox hosts, a customer for the sending tools. They open nothing but
 * this sandbox.
 */
export const demoCredentials = {
  microsoft: demoMicrosoftTenant,
  google: demoGoogleAccount,
  probes: demoProbeMailboxes,
  secondProbes: secondProbeMailboxes,
  /** Beside the one that the environment has. */
  dnsimple: { token: secondDnsimple.token, registrantId: secondDnsimple.registrantId },
  instantly: {
    username: demoInstantly.ownerEmail,
    workspace: demoInstantly.workspaceName,
    workspaceId: demoInstantly.workspaceId,
    apiKey: demoInstantly.apiKey,
  },
  smartlead: {
    username: demoSmartlead.email,
    password: demoSmartlead.password,
    apiKey: demoSmartlead.apiKey,
  },
  bison: {
    username: demoBison.ownerEmail,
    workspace: demoBison.workspaces[0].name,
    workspaceId: String(demoBison.workspaces[0].id),
    apiKey: demoBison.apiUserKey,
  },
} as const
