import { type HealthState, healthStates, stateOfLetter } from './health-states.ts'
import type { HealthColumns, SentHealthOverview, SpareOfDomain } from './health-view.ts'

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

/** How many domains are, worst first. */
export type HealthOverview = Omit<SentHealthOverview, 'domains'> & { domains: HealthRow[] }

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

/** The overview as it travelled, with the rows that `columnsOf` was given. */
export const overviewOf = (sent: SentHealthOverview): HealthOverview => ({
  ...sent,
  domains: rowsOf(sent.domains),
})

function rowsOf(columns: HealthColumns): HealthRow[] {
  const spares = new Map(columns.spares.map(({ row, spare }) => [row, spare]))
  return columns.ids.map((id, row) => ({
    id,
    domain: columns.domains[row] ?? '',
    group: textOf(columns.groups, row),
    state: stateOfLetter(columns.states[row] ?? '') ?? 'unknown',
    since: columns.since[row] ?? 0,
    coverage: columns.coverage[row] ?? 0,
    why: textOf(columns.why, row),
    spare: spares.get(row) ?? null,
  }))
}

function sharedOf(told: readonly string[]): HealthColumns['groups'] {
  const places = new Map<string, number>()
  const of = told.map((text) => {
    const place = places.get(text) ?? places.size
    places.set(text, place)
    return place
  })
  return { texts: [...places.keys()], of }
}

const textOf = ({ texts, of }: HealthColumns['groups'], row: number): string => texts[of[row] ?? -1] ?? ''
