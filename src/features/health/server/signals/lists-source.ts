import type { HealthNotes } from '#base/db/schema/index.ts'
import { registrableOf } from '#features/names/rules/public-suffix.ts'
import type { Blocklists } from '#vendors/blocklists/adapter/blocklists.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import {
  afterAnswer,
  type Blocklist,
  blocklistNames,
  judgeList,
  type ListAnswer,
  type ListState,
  listConfirmedAfter,
} from '../../rules/signals/blocklists.ts'
import type { HealthUnit, Observation } from './signal-source.ts'
import { signalOf } from './signal-source.ts'

const hour = 3_600_000
/**
 * A list that is paid for may be asked every hour; the others are free for who asks seldom. What was no answer is asked for
 * again with the next look: a list that still refuses is asked no more of a slice than what it always names.
 */
const askedEvery: Record<Blocklist, number> = { dbl: hour, surbl: 6 * hour, uribl: 6 * hour }
/** The rounds do not come to the minute. */
const slack = 5 * 60_000

type Answers = ReadonlyMap<string, ReadonlyMap<Blocklist, ListAnswer>>
type Noted = NonNullable<HealthNotes['lists']>[number]

/** The lists of a domain that are to be asked now. One that has named it is asked again as soon as that can count. */
function dueLists(watched: readonly Blocklist[], { notes }: HealthUnit, now: number): Blocklist[] {
  return watched.filter((list) => {
    const known = notes.lists?.find(({ state }) => state.list === list)
    if (!known || known.state.answer === null) return true
    const isOpen = known.state.listed !== null || known.state.answer === 'unavailable'
    const every = isOpen ? hour : askedEvery[list]
    const isAwaited = known.state.listed?.confirmedAt === null
    return now - known.askedAt >= (isAwaited ? listConfirmedAfter : every - slack)
  })
}

/**
 * Asks the lists about many domains, between two looks at what each list always names: where it was wrong before or
 * after, nothing that it said meanwhile counts, since a list that refuses us may call everything clean. All lists at once:
 * none waits for one that is slow.
 */
export async function askLists(
  lists: Blocklists,
  units: readonly HealthUnit[],
  now: number,
  call: CallContext,
): Promise<Answers> {
  const answers = new Map(units.map(({ name }) => [name, new Map<Blocklist, ListAnswer>()]))
  const askList = async (list: Blocklist) => {
    const due = units.filter((unit) => dueLists([list], unit, now).length > 0)
    if (due.length === 0) return
    const wasRight = await lists.answers(list, call)
    const said = wasRight
      ? await inTurns(due, (unit) => lists.ask(list, registrableOf(unit.name), call))
      : due.map((): ListAnswer => 'unavailable')
    const isRight = said.some(isAnswer) && (await lists.answers(list, call))
    // Those that it fell silent before were not asked: what is known of them stays, and the next look asks.
    for (const [at, answer] of said.entries())
      answers.get(due[at]?.name ?? '')?.set(list, isRight ? answer : 'unavailable')
  }
  await Promise.all(lists.watched.map(askList))
  return answers
}

/** Questions to one list at a time: a resolver is not asked everything at once. */
const atOnce = 10

const isAnswer = (said: ListAnswer): boolean => said !== 'unavailable'

/**
 * What is said of each, in their order, as far as the list answers: after a turn without any answer the others are not
 * asked, since each turn may take as long as a question is waited for.
 */
async function inTurns(
  units: readonly HealthUnit[],
  ask: (unit: HealthUnit) => Promise<ListAnswer>,
): Promise<ListAnswer[]> {
  const said: ListAnswer[] = []
  for (let from = 0; from < units.length; from += atOnce) {
    const turn = await Promise.all(units.slice(from, from + atOnce).map(ask))
    said.push(...turn)
    if (!turn.some(isAnswer)) break
  }
  return said
}

/** What the lists have said of one domain, with what was known of it. A list without a key is "not watched". */
export function listsSeen(
  watched: readonly Blocklist[],
  unit: HealthUnit,
  answers: ReadonlyMap<Blocklist, ListAnswer> | undefined,
  now: number,
): Observation {
  const lists = blocklistNames.map((list): Noted & { isAsked: boolean } => {
    const known = unit.notes.lists?.find(({ state }) => state.list === list)
    const nothing: ListState = { list, answer: 'unavailable', listed: null }
    if (!watched.includes(list))
      return { state: { list, answer: null, listed: null }, askedAt: now, isAsked: true }
    const answer = answers?.get(list)
    if (answer === undefined)
      return { state: known?.state ?? nothing, askedAt: known?.askedAt ?? 0, isAsked: false }
    // What was seen while it was switched off is nothing.
    const before = known && known.state.answer !== null ? known.state : nothing
    return { state: afterAnswer(before, answer, now), askedAt: now, isAsked: true }
  })
  const isAwaited = lists.some(({ state }) => state.listed?.confirmedAt === null)
  return {
    seen: lists.filter(({ isAsked }) => isAsked).map(({ state }) => listSignal(state, now)),
    notes: { ...unit.notes, lists: lists.map(({ state, askedAt }) => ({ state, askedAt })) },
    ...(isAwaited ? { againIn: listConfirmedAfter } : {}),
  }
}

/** An answer that does not count says nothing, whatever was known before. */
const listSignal = (state: ListState, now: number) =>
  signalOf(
    'blocklist',
    state.list,
    now,
    judgeList(state.answer === 'unavailable' ? { ...state, listed: null } : state),
  )
