import { type ProbeMailbox, proofSubject } from '#vendors/ports/proof-mail.ts'
import { hostedMessages } from '#vendors/sandbox/hosted-mail/messages.ts'
import { seedProbes } from '#vendors/sandbox/hosted-mail/seed-probes.ts'
import { type ContractBench, type ContractOperation, operation } from './contract.ts'

export const token = 'tcontract'
const inInbox = { folder: 'inbox' } as const
/** What each host writes itself, and what may come with a mail: of a server on the way, and of Microsoft's own outgoing. */
export const written = {
  microsoft: 'spf=pass (sender IP is 203.0.113.17)\r\n smtp.mailfrom=acme.com;compauth=pass reason=100',
  google: 'mx.google.com;\r\n       spf=pass smtp.mailfrom=jane@acme.com',
} as const
const comesWithIt = [
  'mail.example.net; spf=pass smtp.mailfrom=acme.com; dkim=pass header.d=acme.com; compauth=pass',
  'dkim=none (message not signed) header.d=none;dmarc=none action=none header.from=acme.com;',
]

/** Puts a proof mail into a probe mailbox, with what came with it, and `authenticationResults` of its host among that. */
export function arriveAt(
  { sandbox }: Pick<ContractBench, 'sandbox'>,
  to: string,
  {
    folder,
    authenticationResults = [],
    isPromotion,
  }: { folder: 'inbox' | 'junk'; authenticationResults?: readonly string[]; isPromotion?: boolean } = inInbox,
): void {
  hostedMessages(sandbox.store).put(
    'msg1',
    {
      id: 'msg1',
      from: 'jane@acme.com',
      to,
      subject: proofSubject(token),
      text: '',
      folder,
      ...(isPromotion && { isPromotion }),
      arrivedAt: sandbox.world.now(),
      headers: [
        { name: 'ARC-Authentication-Results', value: 'foreign' },
        ...[comesWithIt[0], ...authenticationResults, comesWithIt[1]].map((value = '') => ({
          name: 'Authentication-Results',
          value,
        })),
      ],
    },
    to,
  )
}

/** What every probe mailbox does alike. */
export const probeOperations = (
  open: (bench: ContractBench) => ProbeMailbox,
): ContractOperation<ProbeMailbox>[] => [
  operation<ProbeMailbox>({
    name: 'readProofMail',
    arrange: (bench) => {
      seedProbes(bench.sandbox.world)
      const probe = open(bench)
      arriveAt(bench, probe.address)
      return probe
    },
    call: ({ ctx }, probe) => probe.readProofMail(token, new Date(0), ctx),
  }),
]
