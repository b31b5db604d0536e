import { watchList } from '#vendors/client/list-end.ts'
import { noContent } from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError, waitsForVendor } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { DnsRecord, HostedRecord, Zones } from '#vendors/ports/names.ts'
import type { DnsimpleClient } from './client.ts'
import {
  batchAnswer,
  domainAnswer,
  hostedRecord,
  isSameRecord,
  recordAnswer,
  recordBody,
  recordPage,
  zoneAnswer,
} from './wire.ts'

export const perPage = 100
/** So many missing records are worth one call for all, where the plan has it. */
const batchFrom = 3

export function createZones({ call, find }: DnsimpleClient): Zones {
  /** Known after the first try; asked again by the next process, since a plan can change. */
  let plansBatches: boolean | undefined

  const findZone = (name: string, ctx?: CallContext) =>
    find({ operation: 'findZone', path: `/zones/${name}`, answer: zoneAnswer }, ctx)

  async function records(name: string, ctx?: CallContext): Promise<HostedRecord[]> {
    const all: HostedRecord[] = []
    const expectMore = watchList('dnsimple', 'records')
    let pages = 1
    for (let page = 1; page <= pages; page++) {
      const path = `/zones/${name}/records?per_page=${perPage}&page=${page}`
      const answer = await call({ operation: 'records', path, answer: recordPage }, ctx)
      all.push(...answer.data.map(hostedRecord))
      pages = answer.pagination.total_pages
      if (page < pages) expectMore(answer.data)
    }
    return all
  }

  async function createOne(name: string, record: DnsRecord, ctx?: CallContext): Promise<HostedRecord> {
    const path = `/zones/${name}/records`
    const json = recordBody(record)
    const { data } = await call(
      { operation: 'createRecord', method: 'POST', path, json, answer: recordAnswer },
      ctx,
    )
    return hostedRecord(data)
  }

  /** Undefined when the account's plan has no batches. */
  async function createAll(name: string, missing: readonly DnsRecord[], ctx?: CallContext) {
    const path = `/zones/${name}/batch`
    const json = { creates: missing.map(recordBody) }
    try {
      const { data } = await call(
        { operation: 'createRecords', method: 'POST', path, json, answer: batchAnswer },
        ctx,
      )
      plansBatches = true
      return data.creates.map(hostedRecord)
    } catch (error) {
      if (!isVendorError(error) || error.code !== 'plan') throw error
      plansBatches = false
      return undefined
    }
  }

  return {
    records,
    hasZone: async (name, ctx) => (await findZone(name, ctx)) !== undefined,
    async ensureZone(name, ctx) {
      let zone = await findZone(name, ctx)
      const isMade = !zone
      if (!zone) {
        const request = { operation: 'createZone', method: 'POST', path: '/domains', json: { name } } as const
        await call({ ...request, answer: domainAnswer }, ctx)
        // Only on some plans is a new zone active at once: https://support.dnsimple.com/articles/activate-deactivate-dns-zone/
        zone = await findZone(name, ctx)
        if (!zone) throw notShown()
      }
      if (zone.data.active !== false) return { isChanged: isMade }
      const path = `/zones/${name}/activation`
      await call({ operation: 'activateZone', method: 'PUT', path, answer: zoneAnswer }, ctx)
      return { isChanged: true }
    },
    async ensureRecords(name, wanted, ctx) {
      const hosted = await records(name, ctx)
      const missing = wanted.filter((record) => !hosted.some((each) => isSameRecord(each, record)))
      const made =
        missing.length >= batchFrom && plansBatches !== false
          ? await createAll(name, missing, ctx)
          : undefined
      if (made) hosted.push(...made)
      else for (const record of missing) hosted.push(await createOne(name, record, ctx))
      return wanted.flatMap((record) => hosted.find((each) => isSameRecord(each, record)) ?? [])
    },
    async updateRecord(name, id, record, ctx) {
      const { type: _fixed, ...json } = recordBody(record)
      const path = `/zones/${name}/records/${id}`
      await call({ operation: 'updateRecord', method: 'PATCH', path, json, answer: recordAnswer }, ctx)
    },
    async deleteRecord(name, id, ctx) {
      const path = `/zones/${name}/records/${id}`
      await find({ operation: 'deleteRecord', method: 'DELETE', path, answer: noContent }, ctx)
    },
    async dropZone(name, ctx) {
      const domain = await find(
        { operation: 'findDomain', path: `/domains/${name}`, answer: domainAnswer },
        ctx,
      )
      if (!domain) return
      // Deleting a domain that is registered here would throw the registration out of the account as well.
      const hostedOnly = domain.data.state === 'hosted' && domain.data.registrant_id === null
      const drop = { operation: 'dropZone', method: 'DELETE' } as const
      if (hostedOnly) await find({ ...drop, path: `/domains/${name}`, answer: noContent }, ctx)
      else await find({ ...drop, path: `/zones/${name}/activation`, answer: zoneAnswer }, ctx)
    },
  }
}

const notShown = () =>
  new VendorError({
    vendor: 'dnsimple',
    operation: 'createZone',
    ...waitsForVendor,
    reason: 'the zone is not shown there yet',
  })
