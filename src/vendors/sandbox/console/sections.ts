/**
 * What a vendor shows on the console page: plain tables with buttons. The page is made from these alone, so a
 * vendor's state is readable without knowing how it is stored.
 */
export interface ConsoleSection {
  title: string
  /** One sentence under the title. */
  hint?: string
  columns: string[]
  rows: ConsoleRow[]
  /** How many there are when `rows` is only the newest part. */
  total?: number
  /** Said instead of the table when there are no rows. */
  empty: string
  /** Forms that belong to no row: "Add outside domain". */
  actions?: ConsoleAction[]
}

interface ConsoleRow {
  cells: ConsoleCell[]
  actions?: ConsoleAction[]
}

export type ConsoleCell =
  | string
  | {
      text: string
      tone?: 'good' | 'bad' | 'wait' | 'quiet'
      mono?: boolean
      /** Has the room that the other columns leave, and is broken wherever a line ends. */
      long?: boolean
    }

/** A small form: posts its values as one JSON object to a control path, then the page is read again. */
export interface ConsoleAction {
  label: string
  /** A control path: `/_dns/delegation`. */
  path: `/_${string}`
  method?: 'POST' | 'DELETE'
  /** Sent as they are. */
  values?: Record<string, string | number | boolean>
  /** Asked for first. */
  inputs?: ConsoleInput[]
  danger?: boolean
}

export interface ConsoleInput {
  name: string
  label: string
  value?: string
  /** A select instead of a text field. */
  options?: { value: string; label: string }[]
  /** Sent as a number. */
  numeric?: boolean
  /** Several lines, sent as a list of them. */
  lines?: boolean
}
