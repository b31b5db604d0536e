/** Cents as dollars: 13100 is `$131.00`. */
export const dollars = (cents: number | null) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format((cents ?? 0) / 100)

/** Unix seconds as a day people read. */
export const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)

/** Unix seconds as a moment in UTC. */
export const moment = (seconds: number) =>
  new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ')
