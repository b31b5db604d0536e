import { accountMatter, isTakenBack } from '../../rules/account-matter.ts'
import type { SignalCode } from '../../rules/health-signals.ts'
import type { HealthOverview } from '../../rules/health-view.ts'
import { causeText, isOfAccount, restsAlready, suggestion } from '../../rules/health-words.ts'
import { isMailSeenAtRest } from '../../rules/picture.ts'
import { placeTodo } from '../../rules/place-todo.ts'
import { isUnwell, type Row } from './overview-rows.ts'

const namesMost = 3

/** What asks for something to be done, with what decided that. */
export type Need = HealthOverview['needs'][number] & { cause: SignalCode | null; isOfAccount: boolean }

/** What asks for something to be done, one line for what is the same; in the order of the rows. */
export function needsOf(rows: readonly Row[]): Need[] {
  const asking = rows
    // What falls ends by itself.
    .filter(({ state, is_falling }) => isUnwell(state) && !is_falling)
    .map(({ id, domain, ...row }) => ({
      named: { id, domain },
      line: {
        state: row.state,
        cause: row.cause,
        isOfAccount: isOfAccount(row.signals, row.cause),
        why: causeText(row.state, row.cause, row.signals),
        todo: todoOf(row),
      },
    }))
  return [...Map.groupBy(asking, ({ line }) => JSON.stringify(line)).values()].flatMap((of) => {
    const [first] = of
    if (!first) return []
    const domains = of.slice(0, namesMost).map(({ named }) => named)
    return [{ ...first.line, count: of.length, domains }]
  })
}

function todoOf(row: Omit<Row, 'id' | 'domain'>): string | null {
  const { state, signals, mode, acted } = row
  const byPlace = placeTodo(state, {
    isReserve: row.is_reserve,
    isSpent: row.spent_at !== null,
    isOnHold: row.is_on_hold,
    leaving: row.is_replaced ? { isFalling: row.is_falling, successor: row.successor } : null,
  })
  if (byPlace !== undefined) return byPlace
  if (acted) {
    const isMailSeen = isMailSeenAtRest(signals, Date.now())
    return restsAlready(state, {
      isConfirmed: acted === 'confirmed',
      isMailSeen,
      account: accountMatter(row),
      tool: row.tool,
    })
  }
  return mode === 'observe'
    ? null
    : suggestion(
        { ...row, account: accountMatter(row) },
        row.may_rest && !isTakenBack({ ...row, isOutdated: row.is_outdated }),
      )
}
