import type { HealthNotes } from '#base/db/schema/index.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { DayRate, Postmaster } from '#vendors/ports/postmaster.ts'
import { judgeSpamRate, postmasterSource } from '../../rules/signals/spam-rate.ts'
import { type HealthUnit, type Observation, signalOf } from './signal-source.ts'

const hour = 3_600_000
const day = 24 * hour
/** Google's figures are of whole days, and come a day or two late. */
const askedEvery = day
/** The rounds do not come to the minute. */
const slack = 5 * 60_000
const countedDays = 7
/** Domains are added by hand: this is how soon one is found. */
const listedEvery = hour
/** One that has failed is not asked by the next slices, which would all wait for it. */
const leftAloneFor = 5 * 60_000
/** Figures that stopped longer ago are no sudden silence. */
const hadFor = 14 * day

type SpamNotes = NonNullable<HealthNotes['spam']>
type Unit = Pick<HealthUnit, 'domainId' | 'name' | 'notes'>

interface Asked {
  seen: Observation['seen']
  /** What is to be remembered in place of what was. */
  spam?: SpamNotes
}

const listed = new WeakMap<Postmaster, { at: number; names: ReadonlySet<string> }>()
const failedAt = new WeakMap<Postmaster, number>()
const isWithin = (at: number | undefined, time: number, now: number): boolean =>
  at !== undefined && now - at >= 0 && now - at < time

const unwatched = (now: number, evidence: string): Asked => ({
  seen: [signalOf('spamRate', postmasterSource, now, { verdict: 'unwatched', points: 0, evidence })],
})

/**
 * What Gmail's users marked as spam, of domains that are looked at together, by one call for all whose day it is. Where
 * the operator has no sign-in to the Postmaster Tools, or a domain is not in it, it is not watched. One of which no answer
 * came, or none that could be read whole, keeps what was said before, and is asked again at the next look.
 */
export async function askPostmaster(
  { postmaster }: Pick<Vendors, 'postmaster'>,
  units: readonly Unit[],
  now: number,
  call: CallContext,
): Promise<ReadonlyMap<string, Asked>> {
  const tools = await postmaster()
  if (!tools) {
    const nobody = unwatched(now, 'Nobody of ours is signed in to Gmail’s Postmaster Tools.')
    return new Map(units.map(({ domainId }) => [domainId, nobody]))
  }
  const seen = new Map<string, Asked>()
  if (isWithin(failedAt.get(tools), leftAloneFor, now)) return seen
  try {
    const there = await namesIn(tools, now, call)
    const outside = unwatched(now, 'It is not in our Postmaster Tools at Gmail.')
    for (const { name, domainId } of units) if (!there.has(name)) seen.set(domainId, outside)
    const isDue = ({ notes }: Unit) => !notes.spam || now - notes.spam.askedAt >= askedEvery - slack
    const due = units.filter((unit) => there.has(unit.name) && isDue(unit))
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
    const days = { from: dayOf(now - countedDays * day), to: dayOf(now - day) }
    const names = due.map(({ name }) => name)
    const rates = await tools.spamRates(names, days, call)
    for (const unit of due) {
      const of = rates.get(unit.name)
      if (of) seen.set(unit.domainId, asked(unit, of, now))
    }
  } catch (error) {
    if (!isVendorError(error)) throw error
    failedAt.set(tools, now)
  }
  return seen
}

async function namesIn(tools: Postmaster, now: number, call: CallContext): Promise<ReadonlySet<string>> {
  const known = listed.get(tools)
  if (known && isWithin(known.at, listedEvery, now)) return known.names
  const names = await tools.domains(call)
  listed.set(tools, { at: now, names })
  return names
}

function asked({ notes }: Unit, rates: readonly DayRate[], now: number): Asked {
  const hadAt = rates.length > 0 ? now : (notes.spam?.hadAt ?? null)
  const finding = judgeSpamRate({
    days: rates.map(({ rate }) => rate),
    // Warm-up goes to few who use Gmail, and nobody marks it.
    sends: (notes.coldInWeek?.sent ?? 0) > 0,
    hadData: hadAt !== null && now - hadAt <= hadFor,
  })
  return { seen: [signalOf('spamRate', postmasterSource, now, finding)], spam: { askedAt: now, hadAt } }
}
