import type { Explanation, Refusal } from './vendor-client.ts'

/*
 * What each vendor's adapter does with what the vendor may say: one table beside each adapter, `behavior.ts`, from which
 * `npm run vendors` writes docs/vendors.md. Tables hold what the adapters themselves read (their `explain`, their maps of
 * states, their ceilings), so that they cannot say something else. Nothing of the product imports them.
 */

/** Titles of the tests that drive the adapter through it. */
export type Titles = readonly [string, ...string[]]

type Callable = (...args: never[]) => unknown

/** The calls of a port: `dkim`, and of a part of its own `trace.failed`. */
export type CallsOf<Port> = {
  [Name in keyof Port & string]-?: NonNullable<Port[Name]> extends Callable
    ? Name
    : NonNullable<Port[Name]> extends object
      ? `${Name}.${CallsOf<NonNullable<Port[Name]>>}`
      : never
}[keyof Port & string]

export interface ListEnd {
  /** Rows or pages, in the words of the table. */
  pages: string
  /** What becomes of a list that is longer, or leads in a circle. */
  past: string
}

export interface OperationRow {
  /** What it reads for itself, beyond what holds for every call of the vendor's. */
  refusals?: string
  /** What it means that the vendor does not have what is named. */
  gone?: string
  list?: ListEnd
  /** Absent where the failure matrix of its contract test drives it by this name. */
  shownBy?: Titles
  /** What is not as it should be yet. */
  open?: string
}

/** An operation of the port that this vendor has not. */
export interface Absent {
  absent: string
}

export interface PortTable {
  port: string
  rows: Readonly<Record<string, OperationRow | Absent>>
}

/** A row for each call of a port: one that is missing, or is none of its calls, does not compile. */
export const portTable = <Port>(
  port: string,
  rows: Readonly<Record<CallsOf<Port>, OperationRow | Absent>>,
): PortTable => ({ port, rows })

/** A state of the vendor's that we read, and what each of its words is to us. */
export interface StateTable {
  of: string
  words: Readonly<Record<string, string>>
  /** A word that nobody has described. */
  unknown: string
  shownBy: Titles
  open?: string
}

/** Read by the adapter's own function, for words that stand in no table of its own. */
export const wordsBy = <Word extends string | number>(
  words: readonly Word[],
  read: (word: Word) => string | undefined,
): Record<string, string> => Object.fromEntries(words.map((word) => [String(word), read(word) ?? 'none']))

/** Whom a refusal is about. */
type About = 'this one' | 'the account' | 'our app' | 'the vendor'

/** `said`: as it is found in the vendor's description. What it means is asked of `explain`. */
export interface RefusalRow {
  said: string
  status: number
  body?: unknown
  about: About
}

export interface RefusalTable {
  of: string
  explain(refusal: Refusal): Explanation
  rows: readonly RefusalRow[]
  shownBy: Titles
  open?: string
}

/** What becomes of a state of a vendor's object that we keep or hear of, beside an order that is paid for and runs. */
export interface ObjectRow {
  /** The event that is enough to learn of it; none where nothing is told. */
  event?: string
  /** What of ours is not as before. */
  ours: Readonly<Record<string, string>>
  /** How it ends. */
  ends: string
  /** What they are mailed from the beginning of its story to this state, each once. */
  customer: readonly string[]
  operator: readonly string[]
  /** What is not as it should be yet. */
  open?: string
}

interface ObjectTable {
  of: string
  /** A test plays each row. What is absent cannot come of what we ask for. */
  rows: Readonly<Record<string, ObjectRow | Absent>>
}

/** All objects of a vendor's, and the test that plays their rows. */
export interface ObjectMap {
  tables: readonly ObjectTable[]
  shownBy: Titles
}

export interface VendorBehavior {
  ports: readonly PortTable[]
  objects?: ObjectMap
  states: readonly StateTable[]
  refusals: readonly RefusalTable[]
}

/** Of an answer whose form is checked against the vendor's words. */
export const unreadWord = 'not read: tried again for hours, then the operator’s, with the word'
