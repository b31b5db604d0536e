import { Hono } from 'hono'
import { fieldsOf } from '#vendors/sandbox/json-body.ts'
import type { World } from '#vendors/sandbox/world.ts'
import type { DnsimpleAccount } from './account.ts'
import { invalid, paged, presentRecord, Refusal } from './answers.ts'
import { problemsOf, readRecord } from './record-rules.ts'
import type { StoredRecord } from './stored.ts'

type Body = Record<string, unknown>

/** The records of a zone. */
export function createRecordRoutes(world: World, account: DnsimpleAccount): Hono {
  const { zoneOf, recordsOf, find, create, update, remove, batch } = recordsOfZones(world, account)
  return new Hono()
    .get('/zones/:zone/records', (c) => {
      const { name, name_like: like, type } = c.req.query()
      const found = recordsOf(zoneOf(c.req.param('zone'))).filter(
        (record) =>
          (name === undefined || record.name === name) &&
          (like === undefined || record.name.includes(like)) &&
          (type === undefined || record.type === type.toUpperCase()),
      )
      return paged(c, found, presentRecord)
    })
    .post('/zones/:zone/records', async (c) => {
      const record = create(zoneOf(c.req.param('zone')), await fieldsOf(c))
      return c.json({ data: presentRecord(record) }, 201)
    })
    .get('/zones/:zone/records/:id', (c) =>
      c.json({ data: presentRecord(find(zoneOf(c.req.param('zone')), c.req.param('id'))) }),
    )
    .patch('/zones/:zone/records/:id', async (c) => {
      const record = update(zoneOf(c.req.param('zone')), c.req.param('id'), await fieldsOf(c))
      return c.json({ data: presentRecord(record) })
    })
    .delete('/zones/:zone/records/:id', (c) => {
      remove(zoneOf(c.req.param('zone')), c.req.param('id'))
      return c.body(null, 204)
    })
    .post('/zones/:zone/batch', async (c) => {
      const zone = zoneOf(c.req.param('zone'))
      if (account.settings().plan !== 'enterprise')
        throw new Refusal(412, 'Your plan does not include changing records in batches')
      return c.json(batch(zone, await c.req.json()))
    })
}

/** What the calls do; each refuses as DNSimple does. */
function recordsOfZones(world: World, account: DnsimpleAccount) {
  const zoneOf = (name: string) => {
    const zone = account.zones.get(name.toLowerCase())
    if (!zone) throw new Refusal(404, `Zone \`${name}\` not found`)
    return zone.name
  }
  const recordsOf = (zone: string) => account.records.list({ parent: zone })
  function find(zone: string, id: string): StoredRecord {
    const record = account.records.get(id)
    if (record?.zone !== zone) throw new Refusal(404, `Record \`${id}\` not found`)
    return record
  }
  function changeable(zone: string, id: string): StoredRecord {
    const record = find(zone, id)
    if (record.system) throw new Refusal(400, 'System records cannot be changed')
    return record
  }

  function create(zone: string, body: Body): StoredRecord {
    const fields = readRecord(body)
    const problems = problemsOf(zone, fields, recordsOf(zone))
    if (problems) throw invalid(problems)
    if (fields.type === 'MX') fields.priority ??= 0
    return account.putRecord({ zone, ...fields })
  }
  function update(zone: string, id: string, body: Body): StoredRecord {
    const known = changeable(zone, id)
    const fields = readRecord(body, known)
    const others = recordsOf(zone).filter((other) => other.id !== known.id)
    const problems = problemsOf(zone, fields, others)
    if (problems) throw invalid(problems)
    const changed = { ...known, ...fields, updatedAt: world.now() }
    account.records.put(id, changed, zone)
    return changed
  }
  const remove = (zone: string, id: string) => account.records.delete(String(changeable(zone, id).id))

  /** All or nothing: deletes, then updates, then creates. */
  function batch(zone: string, body: Record<'creates' | 'updates' | 'deletes', Body[] | undefined>) {
    const each = <T>(list: Body[] | undefined, kind: string, change: (item: Body) => T): T[] =>
      (list ?? []).map((item, index) => {
        try {
          return change(item)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          throw invalid({ [kind]: [{ index, message: error.message, errors: error.errors }] })
        }
      })
    return world.store.transaction(() => {
      const deletes = each(body.deletes, 'deletes', (item) => {
        remove(zone, String(item.id))
        return { id: item.id }
      })
      const updates = each(body.updates, 'updates', (item) =>
        presentRecord(update(zone, String(item.id), item)),
      )
      const creates = each(body.creates, 'creates', (item) => presentRecord(create(zone, item)))
      return { data: { creates, updates, deletes } }
    })
  }

  return { zoneOf, recordsOf, find, create, update, remove, batch }
}
