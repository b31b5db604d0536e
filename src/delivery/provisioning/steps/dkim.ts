import type { Platform } from '#features/plans/rules/catalog.ts'
import { usualDkimSelector } from '#features/work/rules/work-item-answers.ts'
import { VendorError, waitsForVendor } from '#vendors/client/vendor-error.ts'
import type { DnsRecord } from '#vendors/ports/names.ts'
import type { Step, StepContext } from '../step-context.ts'
import { closeWorkItem, ensureWorkItem, type WorkItem } from '../work-items.ts'
import { hostOf, vendorOf, withOurTeam } from './mailbox-host.ts'
import { unseenRecords } from './public-dns.ts'

/** What a person does in the host's console where no API may do it. */
interface DkimByHand {
  keys: {
    kind: string
    instructions(name: string): string
    /** What to publish; undefined while the answer is not complete. */
    records(answer: Record<string, string>): DnsRecord[] | undefined
  }
  start: { kind: string; instructions(name: string): string }
}

const dkimByHand: Record<Platform, DkimByHand> = {
  azure: {
    keys: {
      kind: 'dkim_cnames',
      instructions: (name) =>
        `In the Microsoft Defender portal (Email & collaboration, Policies & rules, Threat policies, Email authentication settings, DKIM) choose ${name}, press Create DKIM keys, and answer with what the two CNAME records point to. Do not switch signing on yet.`,
      records: ({ selector1, selector2 }) =>
        selector1 && selector2
          ? [selector1, selector2].map((content, index) => ({
              name: `selector${index + 1}._domainkey`,
              type: 'CNAME',
              content: content.replace(/\.$/, ''),
              ttl: 3600,
            }))
          : undefined,
    },
    start: {
      kind: 'dkim_enable',
      instructions: (name) =>
        `The DKIM records of ${name} are published. In the Microsoft Defender portal (Email authentication settings, DKIM) choose ${name}, switch "Sign messages for this domain with DKIM signatures" on, and answer that it is done. Microsoft may take an hour to see the records: until then it says that the CNAME record does not exist.`,
    },
  },
  google: {
    keys: {
      kind: 'dkim_key',
      instructions: (name) =>
        `In the Google Admin console (Apps, Google Workspace, Gmail, Authenticate email) choose ${name}, generate a 2048-bit key with the prefix "${usualDkimSelector}", and answer with the TXT value. Do not press Start authentication yet. If ${name} is not in the list, activate Gmail for it first (Account, Domains, Manage domains, "Activate Gmail"); Google may take a day or more to offer a key for it, so leave this open and come back.`,
      records: ({ txt, selector = usualDkimSelector }) =>
        txt ? [{ name: `${selector}._domainkey`, type: 'TXT', content: txt, ttl: 3600 }] : undefined,
    },
    start: {
      kind: 'dkim_start',
      instructions: (name) =>
        `The DKIM key of ${name} is published. In the Google Admin console (Apps, Google Workspace, Gmail, Authenticate email) choose ${name}, press Start authentication, and answer that it is done.`,
    },
  },
}

const withTeam = (context: StepContext, operation: string, item: WorkItem) =>
  new VendorError({ vendor: vendorOf(context), operation, ...withOurTeam(item) })

/** Where the host has no API for it, a person makes the keys and hands over what is to be published. */
export const dkimKeys: Step = async (context) => {
  const { name, holding, at, call } = context
  const host = await hostOf(context)
  if (host.dkimBy === 'api') {
    const { state, records } = await host.ensureDkimKeys(name, call)
    return { facts: { dkim: { at: at(), state, records } } }
  }
  const { kind, instructions, records: publishedFor } = dkimByHand[holding.platform].keys
  const item = await ensureWorkItem(context, { kind, subject: name, instructions: instructions(name) })
  const records = item.answer && publishedFor(item.answer)
  if (!records) throw withTeam(context, 'dkim_keys', item)
  // It stays open until the key is seen and used: until then it may have to be given again.
  return { facts: { dkim: { at: at(), state: 'created', records } } }
}

/** What is claimed is looked at now, however lately it was seen. */
async function seePublished(context: StepContext): Promise<void> {
  const unseen = await unseenRecords(context, context.facts.dkim?.records ?? [])
  if (unseen.length === 0) return
  throw new VendorError({
    vendor: 'dns',
    operation: 'dkim_on',
    ...waitsForVendor,
    reason: `not seen in DNS any more: ${unseen.join(', ')}`,
  })
}

export const dkimOn: Step = async (context) => {
  const { name, holding, facts, at, call } = context
  const host = await hostOf(context)
  const on = { dkim: { at: at(), state: 'on' as const, records: facts.dkim?.records ?? [] } }
  if (host.dkimBy === 'api') {
    await host.enableDkim(name, call)
    return { facts: on }
  }
  // Nothing but the records in DNS, which have a step of their own, can be looked at again: nobody is asked twice.
  if (facts.dkim?.state === 'on') return { facts: on }
  // The keys are seen in DNS by now (this step needs it); what is left is a button without an API.
  const { keys, start } = dkimByHand[holding.platform]
  const request = { kind: start.kind, subject: name, instructions: start.instructions(name) }
  let item = await ensureWorkItem(context, request)
  if (item.answeredAt && item.answeredAt.getTime() < Date.parse(facts.dkim?.at ?? '')) {
    // What was started then was another key.
    await context.lease.write(item.close)
    item = await ensureWorkItem(context, request)
  }
  if (item.answer?.done !== 'yes') throw withTeam(context, 'dkim_on', item)
  await seePublished(context)
  return {
    facts: on,
    async also(tx) {
      await item.close(tx)
      await closeWorkItem(tx, keys.kind, name)
    },
  }
}
