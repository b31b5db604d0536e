import * as z from 'zod/mini'
import { accept, boundedText, type Outcome, refuse, textField } from '#base/text/outcome.ts'
import { accountListMessages } from './account-lists.ts'
import { listMax } from './loaded-list.ts'

/** In characters: every second account of the longest list. */
const leftOutMaxLength = 300_000

/** Positions in a list as an update names them, in ascending order: "0-9,15". */
export function leftOutText(positions: readonly number[]): string {
  const ranges: string[] = []
  for (let at = 0; at < positions.length; ) {
    const first = positions[at]
    let last = first
    while (positions[++at] === (last ?? 0) + 1) last = positions[at]
    ranges.push(first === last ? `${first}` : `${first}-${last}`)
  }
  return ranges.join(',')
}

const range = /^(\d{1,6})(?:-(\d{1,6}))?$/

/** Refused where it is not in ascending order, so that it never names more positions than a list has. */
export function readLeftOut(text: string): Outcome<number[]> {
  const positions: number[] = []
  for (const part of text === '' ? [] : text.split(',')) {
    const [, first = '', last = first] = range.exec(part) ?? []
    const [from, to] = [Number(first), Number(last)]
    if (first === '' || from > to || to >= listMax || from <= (positions.at(-1) ?? -1))
      return refuse('format', accountListMessages.leftOutFormat)
    for (let position = from; position <= to; position++) positions.push(position)
  }
  return accept(positions)
}

/** What an update of a loaded list names in the place of its accounts; the list is its `fetchId`. */
export const listTarget = {
  fetchId: z.optional(boundedText(64)),
  /** Positions of the accounts of the list that are left as they are, '' for none: "0-9,15". */
  leftOut: z.optional(textField(readLeftOut, leftOutMaxLength)),
}

/** The accounts that an update is meant for: named one by one, or a loaded list without some of its positions. */
export type UpdateTarget<Named> =
  | { named: readonly Named[]; fetchId: string | undefined }
  | { fetchId: string; leftOut: readonly number[] }

/** Reads the target of an update; what is missing is reported. */
export function readTarget<Named>(
  named: readonly Named[] | undefined,
  { fetchId, leftOut }: { fetchId?: string | undefined; leftOut?: readonly number[] | undefined },
  none: string,
  report: (message: string) => void,
): UpdateTarget<Named> {
  if (leftOut !== undefined && named === undefined && fetchId !== undefined) return { fetchId, leftOut }
  if (leftOut !== undefined) report(accountListMessages.leftOutOfList)
  else if (named === undefined) report(none)
  return { named: named ?? [], fetchId }
}
