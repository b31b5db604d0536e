import { hostedMessages } from '../../../sandbox/hosted-mail/messages.ts'
import { seedProbes } from '../../../sandbox/hosted-mail/seed-probes.ts'
import { type ProbeMailbox, proofSubject } from '../ports/proof-mail.ts'
import { type ContractBench, type ContractOperation, operation } from './contract.ts'

export const token = 'tcontract'
const inInbox = { folder: 'inbox', authenticationResults: 'first' } as const

/** Puts a proof mail into a probe mailbox, with a header of the receiving host above one that came with it. */
export function arriveAt(
  { sandbox }: Pick<ContractBench, 'sandbox'>,
  to: string,
  {
    folder,
    authenticationResults,
    isPromotion,
  }: { folder: 'inbox' | 'junk'; authenticationResults?: string; isPromotion?: boolean } = inInbox,
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
        ...(authenticationResults ? [{ name: 'Authentication-Results', value: authenticationResults }] : []),
        ...(authenticationResults ? [{ name: 'Authentication-Results', value: 'forged' }] : []),
        { name: 'ARC-Authentication-Results', value: 'foreign' },
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
