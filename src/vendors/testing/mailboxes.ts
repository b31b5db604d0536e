import type { MailboxHost, NewMailbox } from '#vendors/ports/mailbox-hosts.ts'
import type { ContractBench } from './contract.ts'
import { publishRecords } from './publish-records.ts'

export const password = 'Correct-Horse-42'

/** A domain that is added, proven and verified. */
export async function verifyName(bench: ContractBench, host: MailboxHost, name: string): Promise<void> {
  await host.ensureDomain(name)
  publishRecords(bench.sandbox, name, [await host.verificationRecord(name)])
  await host.verifyDomain(name)
}

export const people = (name: string, count: number): NewMailbox[] =>
  Array.from({ length: count }, (_, index) => ({
    address: `jane.doe${index + 1}@${name}`,
    firstName: 'Jane',
    lastName: `Doe${index + 1}`,
    password,
    mark: `mbx_${index + 1}-${name}`,
    externalId: null,
    wasMade: false,
    formerIds: [],
    isAskedFor: true,
  }))
