import { type HealthState, healthStates, stateOfLetter } from './health-states.ts'
import type { HealthColumns, SpareOfDomain } from './health-view.ts'

/** How one domain is, among all. */
export interface HealthRow {
  id: string
  domain: string
  /** What it belongs to: the order, or for staff the account that its mailboxes are at. */
  group: string
  state: HealthState
  /** In ms. */
  since: number
  /** Hundredths of the picture that are known. */
  coverage: number
  why: string
  /** It is in the reserve, and sends no cold mail; null of one that sends. */
  spare: SpareOfDomain | null
}

/** Rows as they travel. */
export function columnsOf(rows: readonly HealthRow[]): HealthColumns {
  return {
    ids: rows.map(({ id }) => id),
    domains: rows.map(({ domain }) => domain),
    groups: sharedOf(rows.map(({ group }) => group)),
    states: rows.map(({ state }) => healthStates[state].letter).join(''),
    since: rows.map(({ since }) => since),
    coverage: rows.map(({ coverage }) => coverage),
    why: sharedOf(rows.map(({ why }) => why)),
    spares: rows.flatMap(({ spare }, row) => (spare ? [{ row, spare }] : [])),
  }
}

/** Where the domains stand in the columns, or those in one state alone: a page makes rows of the few that it shows. */
export function placesOf({ ids, states }: HealthColumns, state?: HealthState): number[] {
  const places = [...ids.keys()]
  return state ? places.filter((place) => states[place] === healthStates[state].letter) : places
}

/** Places by the group that their domains belong to, in the order of the first of each. */
export function groupsOf({ groups }: HealthColumns, places: readonly number[]) {
  const byGroup = Map.groupBy(places, (place) => groups.of[place])
  return [...byGroup.values()].map((of) => ({ group: textOf(groups, of[0] ?? -1), places: of }))
}

export const stateAt = ({ states }: HealthColumns, place: number): HealthState =>
  stateOfLetter(states[place] ?? '') ?? 'unknown'

/** The row that `columnsOf` was given at this place. */
export const rowAt = (columns: HealthColumns, place: number): HealthRow => ({
  id: columns.ids[place] ?? '',
  domain: columns.domains[place] ?? '',
  group: textOf(columns.groups, place),
  state: stateAt(columns, place),
  since: columns.since[place] ?? 0,
  coverage: columns.coverage[place] ?? 0,
  why: textOf(columns.why, place),
  spare: columns.spares.find(({ row }) => row === place)?.spare ?? null,
})

function sharedOf(told: readonly string[]): HealthColumns['groups'] {
  const places = new Map<string, number>()
  const of = told.map((text) => {
    const place = places.get(text) ?? places.size
    places.set(text, place)
    return place
  })
  return { texts: [...places.keys()], of }
}

const textOf = ({ texts, of }: HealthColumns['groups'], place: number): string => texts[of[place] ?? -1] ?? ''
