import type { Registrar, Zones } from '#vendors/ports/names.ts'
import type { DnsAccounts } from './dns-accounts.ts'

/** A name that is bought was nobody's a moment ago. */
const bought = { mayBeHere: false }
/** One that a customer brings along may be hosted here since before. */
const brought = { mayBeHere: true }

/** The registrar of whichever account a name is in. */
export const registrarByAccount = ({ whereIs, follow, given, spare }: DnsAccounts): Registrar => ({
  check: (name, ctx) => spare(({ registrar }) => registrar.check(name, ctx)),
  price: (name, ctx) => spare(({ registrar }) => registrar.price(name, ctx)),
  findRegistration: (name, externalId, ctx) =>
    whereIs(name, ctx)(
      ({ registrar }) => registrar.findRegistration(name, externalId, ctx),
      (found) => !found,
    ),
  ensureRegistered: (name, options, ctx) =>
    given(name, bought, ctx)(({ registrar }) => registrar.ensureRegistered(name, options, ctx)),
  renew: (name, options, ctx) => whereIs(name, ctx)(({ registrar }) => registrar.renew(name, options, ctx)),
  findRenewal: (name, externalId, ctx) =>
    whereIs(name, ctx)(({ registrar }) => registrar.findRenewal(name, externalId, ctx)),
  async setAutoRenew(name, on, ctx) {
    await follow(name, ctx)
    await whereIs(name, ctx)(({ registrar }) => registrar.setAutoRenew(name, on, ctx))
  },
  delegation: (name, ctx) => whereIs(name, ctx)(({ registrar }) => registrar.delegation(name, ctx)),
  setDelegation: (name, nameServers, ctx) =>
    whereIs(name, ctx)(({ registrar }) => registrar.setDelegation(name, nameServers, ctx)),
})

/** The zones of whichever account a name is in. */
export const zonesByAccount = ({ whereIs, follow, given }: DnsAccounts): Zones => ({
  async ensureZone(name, ctx) {
    await follow(name, ctx)
    return given(name, brought, ctx)(({ zones }) => zones.ensureZone(name, ctx))
  },
  hasZone: (name, ctx) =>
    whereIs(name, ctx)(
      ({ zones }) => zones.hasZone(name, ctx),
      (has) => !has,
    ),
  records: (name, ctx) => whereIs(name, ctx)(({ zones }) => zones.records(name, ctx)),
  ensureRecords: (name, records, ctx) =>
    whereIs(name, ctx)(({ zones }) => zones.ensureRecords(name, records, ctx)),
  updateRecord: (name, id, record, ctx) =>
    whereIs(name, ctx)(({ zones }) => zones.updateRecord(name, id, record, ctx)),
  deleteRecord: (name, id, ctx) => whereIs(name, ctx)(({ zones }) => zones.deleteRecord(name, id, ctx)),
  async dropZone(name, ctx) {
    await follow(name, ctx)
    await whereIs(name, ctx)(({ zones }) => zones.dropZone(name, ctx))
  },
})
